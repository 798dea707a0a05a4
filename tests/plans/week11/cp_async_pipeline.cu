//? param a f16[m, k] in
//? param b f16[k, n] in
//? param c f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=128 n=128 k=128
//! tune STAGES in 2, 3, 4
//! launch gemm<STAGES>(a, b, c, m, n, k) grid=n/64, m/64 block=128 shared=STAGES*(64*72 + 64*72)*2
#include <cuda_fp16.h>
template <int STAGES> __global__ void gemm(const __half *a, const __half *b, float *c, int m, int n, int k) {}
