//! let pieces = ceil_div(n, micro)
//! for p in 0..pieces {
//!     launch add_rows(x + p*micro*k, mean, p, min(micro, n - p*micro), k) grid=k block=32
//! }
//! launch divide(mean, n, k) grid=k block=1
//! for p in 0..pieces {
//!     launch add_squares(x + p*micro*k, mean, spread, p, min(micro, n - p*micro), k, p == pieces - 1 ? n : 1)
//!         grid=k block=32
//! }
struct Sum {
    float value, lost;
    __device__ void add(float v)
    {
        float y = v - lost, t = value + y;
        lost = (t - value) - y;
        value = t;
    }
};
__device__ __forceinline__ float warp(float v)
{
#pragma unroll
    for (int d = 1; d < 32; d <<= 1)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}
extern "C" __global__ void add_rows(const float *x, float *mean, int piece, int rows, int k)
{
    Sum sum = {};
    for (int row = threadIdx.x; row < rows; row += 32)
        sum.add(x[row * k + blockIdx.x]);
    float all = warp(sum.value);
    if (threadIdx.x)
        return;
    mean[blockIdx.x] = piece ? mean[blockIdx.x] + all : all;
}
extern "C" __global__ void divide(float *mean, int n, int k)
{
    mean[blockIdx.x] /= n;
}
extern "C" __global__ void add_squares(const float *x, const float *mean, float *spread, int piece, int rows, int k,
                                       int by)
{
    Sum sum = {};
    const float m = mean[blockIdx.x];
    for (int row = threadIdx.x; row < rows; row += 32)
        sum.add(powf(x[row * k + blockIdx.x] - m, 2));
    float all = warp(sum.value);
    if (threadIdx.x == 0)
        spread[blockIdx.x] = ((piece ? spread[blockIdx.x] : 0.f) + all) / by;
}
