//? param w bf16[n] inout
//? param g f32[n] in
//? param n i32
//? param rate f32
//? param seed u64
//? case n=1000 rate=0.001 seed=12345
//! launch update(w, g, n, rate, seed) grid=ceil_div(n, 256) block=256
#include <cuda_bf16.h>
extern "C" __global__ void update(__nv_bfloat16 *w, const float *g, int n, float rate, unsigned long long seed) {}
