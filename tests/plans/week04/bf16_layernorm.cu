//? param x bf16[rows, columns] in
//? param gamma bf16[columns] in
//? param beta bf16[columns] in
//? param y bf16[rows, columns] out
//? param rows i32
//? param columns i32
//? case rows=5 columns=768
//! launch layernorm(x, gamma, beta, y, columns) grid=rows block=128
#include <cuda_bf16.h>
extern "C" __global__ void layernorm(const __nv_bfloat16 *x, const __nv_bfloat16 *gamma, const __nv_bfloat16 *beta,
                                     __nv_bfloat16 *y, int columns) {}
