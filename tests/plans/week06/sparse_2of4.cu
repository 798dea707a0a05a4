//? param w f16[m, k] in
//? param x f16[k, n] in
//? param y f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=64 n=64 k=64
//! scratch kept f16[m, k/2] poison
//! scratch choice u32[m, ceil_div(k, 16)] poison
//! launch compress(w, kept, choice, m, k) grid=m, ceil_div(k, 1024) block=256
//! launch sparse_gemm(kept, choice, x, y, m, n, k) grid=n/64, m/64 block=128
#include <cuda_fp16.h>
extern "C" __global__ void compress(const __half *w, __half *kept, unsigned *choice, int m, int k) {}
extern "C" __global__ void sparse_gemm(const __half *kept, const unsigned *choice, const __half *x, float *y, int m, int n, int k) {}
