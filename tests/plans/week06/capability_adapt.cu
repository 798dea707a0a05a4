//? param a f16[m, k] in
//? param b f16[k, n] in
//? param c f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=128 n=128 k=64
//! launch gemm_wgmma(a, b, c, m, n, k) grid=n/128, m/128 block=256 shared=64*1024 when=cc == 90
//! launch gemm_mma(a, b, c, m, n, k)   grid=n/64, m/64 block=128 when=cc >= 80 && cc != 90
//! launch gemm_plain(a, b, c, m, n, k) grid=n/16, m/16 block=16, 16 when=cc < 80
#include <cuda_fp16.h>
extern "C" __global__ void gemm_wgmma(const __half *a, const __half *b, float *c, int m, int n, int k) {}
extern "C" __global__ void gemm_mma(const __half *a, const __half *b, float *c, int m, int n, int k) {}
extern "C" __global__ void gemm_plain(const __half *a, const __half *b, float *c, int m, int n, int k) {}
