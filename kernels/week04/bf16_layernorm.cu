// Reference for bf16_layernorm: mean and variance in f64 and two passes, one warp for each row.
//
//! launch layernorm_reference(x, gamma, beta, y, cols) grid=rows block=32

#include <cuda_bf16.h>

__device__ double warp_sum(double value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void layernorm_reference(const __nv_bfloat16 *x, const __nv_bfloat16 *gamma,
                                               const __nv_bfloat16 *beta, __nv_bfloat16 *y, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    double sum = 0.0, squares = 0.0;
    for (int i = threadIdx.x; i < cols; i += 32)
        sum += (double)__bfloat162float(x[first + i]);
    double mean = warp_sum(sum) / cols;
    for (int i = threadIdx.x; i < cols; i += 32) {
        double apart = (double)__bfloat162float(x[first + i]) - mean;
        squares += apart * apart;
    }
    double scale = 1.0 / sqrt(warp_sum(squares) / cols + 1e-5);
    for (int i = threadIdx.x; i < cols; i += 32) {
        double normal = ((double)__bfloat162float(x[first + i]) - mean) * scale;
        y[first + i] =
            __float2bfloat16((float)(normal * (double)__bfloat162float(gamma[i]) + (double)__bfloat162float(beta[i])));
    }
}
