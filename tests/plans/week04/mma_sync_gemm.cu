//? param a f16[m, k] in
//? param b f16[k, n] in
//? param c f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=64 n=64 k=64
//! launch gemm(a, b, c, m, n, k) grid=n/64, m/64 block=128
#include <cuda_fp16.h>
extern "C" __global__ void gemm(const __half *a, const __half *b, float *c, int m, int n, int k) {}
