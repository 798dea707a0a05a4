// bf16_rmsnorm: y = x / sqrt(mean(x^2) + 1e-5) * gamma, row by row, in bf16.
// TODO: load 16 bytes at a time where cols is a multiple of 8, and load x once.
//
//! launch rmsnorm(x, gamma, y, cols) grid=rows block=128

#include <cuda_bf16.h>

extern "C" __global__ void rmsnorm(const __nv_bfloat16 *x, const __nv_bfloat16 *gamma, __nv_bfloat16 *y, int cols)
{
}
