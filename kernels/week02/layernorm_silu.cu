// Reference for layernorm_silu: mean and variance in f64 and two passes, one warp a row.
//
//! launch layernorm_silu_reference(x, gamma, beta, y, cols) grid=rows block=32

__device__ double warp_sum(double value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void layernorm_silu_reference(const float *x, const float *gamma, const float *beta, float *y, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    double sum = 0.0, squares = 0.0;
    for (int i = threadIdx.x; i < cols; i += 32)
        sum += (double)x[first + i];
    double mean = warp_sum(sum) / cols;
    for (int i = threadIdx.x; i < cols; i += 32)
        squares += ((double)x[first + i] - mean) * ((double)x[first + i] - mean);
    double scale = 1.0 / sqrt(warp_sum(squares) / cols + 1e-5);
    for (int i = threadIdx.x; i < cols; i += 32) {
        double value = ((double)x[first + i] - mean) * scale * (double)gamma[i] + (double)beta[i];
        y[first + i] = (float)(value / (1.0 + exp(-value)));
    }
}
