//? param a e4m3[m, k] in
//? param b e4m3[n, k] in
//? param a_scale f32[1] in
//? param b_scale f32[1] in
//? param c f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=64 n=64 k=128
//! launch gemm(a, b, a_scale, b_scale, c, m, n, k) grid=n/64, m/64 block=128
#include <cuda_fp8.h>
extern "C" __global__ void gemm(const __nv_fp8_e4m3 *a, const __nv_fp8_e4m3 *b, const float *a_scale,
                                const float *b_scale, float *c, int m, int n, int k) {}
