// Sums in double, in scratch. A last launch makes floats of them.
//! scratch sums f64[2, k] zero
//! let pieces = (n + micro - 1) / micro
//! for piece in 0..pieces { let first = piece * micro; let rows = first + micro <= n ? micro : n - first;
//!   launch moments<false>(x + first*k, sums, sums + k, rows, k, 1.0/n) grid=ceil_div(k, 64), 4 block=64 }
//! for piece in 0..pieces { let first = piece * micro; let rows = first + micro <= n ? micro : n - first;
//!   launch moments<true>(x + first*k, sums, sums + k, rows, k, 1.0/n) grid=ceil_div(k, 64), 4 block=64 }
//! launch finish(sums, mean, spread, k) grid=ceil_div(k, 128) block=128
template <bool SQUARES>
__global__ void moments(const float *__restrict__ x, double *mean, double *spread, const int rows, const int k,
                        double share)
{
    const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= k)
        return;
    double sum = 0;
    for (int row = blockIdx.y; row < rows; row += gridDim.y) {
        double v = __ldg(&x[row * k + col]);
        if constexpr (SQUARES) {
            v -= mean[col];
            v *= v;
        }
        sum = fma(v, share, sum);
    }
    atomicAdd(SQUARES ? &spread[col] : &mean[col], sum);
}
extern "C" __global__ void finish(const double *sums, float *mean, float *spread, int k)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < k; i += blockDim.x * gridDim.x)
        mean[i] = sums[i], spread[i] = sums[i + k];
}
