//? param x f16[n] in
//? param y f16[n] inout
//? param alpha f16
//? param n i32
//? case n=1000 alpha=1.5
//! launch axpy(alpha, x, y, n/2) grid=ceil_div(n/2, 256) block=256
#include <cuda_fp16.h>
extern "C" __global__ void axpy(__half alpha, const __half2 *x, __half2 *y, int pairs) {}
