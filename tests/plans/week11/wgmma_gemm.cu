//? param a f16[m, k] in
//? param b f16[n, k] in
//? param c f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=256 n=256 k=128
//! tensor_map a_map = tiled(a, [128, 64], 128)
//! tensor_map b_map = tiled(b, [128, 64], 128)
//! launch gemm_wgmma(a_map, b_map, c, m, n, k) grid=n/128, m/128 block=384 shared=4*(128+128)*64*2 cluster=2
#include <cuda.h>
extern "C" __global__ void gemm_wgmma(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float *c,
                              int m, int n, int k) {}
