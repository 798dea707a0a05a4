// Reference for bf16_rmsnorm: the mean square in f64, one warp for each row.
//
//! launch rmsnorm_reference(x, gamma, y, cols) grid=rows block=32

#include <cuda_bf16.h>

extern "C" __global__ void rmsnorm_reference(const __nv_bfloat16 *x, const __nv_bfloat16 *gamma, __nv_bfloat16 *y,
                                             int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    double squares = 0.0;
    for (int i = threadIdx.x; i < cols; i += 32) {
        double value = (double)__bfloat162float(x[first + i]);
        squares += value * value;
    }
    for (int offset = 16; offset > 0; offset /= 2)
        squares += __shfl_xor_sync(0xffffffff, squares, offset);
    double scale = 1.0 / sqrt(squares / cols + 1e-5);
    for (int i = threadIdx.x; i < cols; i += 32)
        y[first + i] = __float2bfloat16(
            (float)((double)__bfloat162float(x[first + i]) * scale * (double)__bfloat162float(gamma[i])));
}
