//? param x f16[m, k] in
//? param w u32[k/8, n] in
//? param scales f16[k/128, n] in
//? param y f16[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=16 n=128 k=256
//! launch w4a16(x, w, scales, y, m, n, k) grid=ceil_div(n, 64), ceil_div(m, 16) block=128
#include <cuda_fp16.h>
extern "C" __global__ void w4a16(const __half *x, const unsigned *w, const __half *scales, __half *y, int m, int n, int k) {}
