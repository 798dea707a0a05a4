//? param gradient f16[n] in
//? param weights f32[n] inout
//? param scale f32[1] inout
//? param skipped u32[1] out
//? param n i32
//? param rate f32
//? case n=1000 rate=0.01
//! zero skipped
//! launch find_overflow(gradient, skipped, n) grid=ceil_div(n, 256) block=256
//! launch update(gradient, weights, scale, skipped, n, rate) grid=ceil_div(n, 256) block=256
//! launch adapt_scale(scale, skipped) grid=1 block=1
#include <cuda_fp16.h>
extern "C" __global__ void find_overflow(const __half *g, unsigned *skipped, int n) {}
extern "C" __global__ void update(const __half *g, float *w, const float *scale, const unsigned *skipped, int n,
                                  float rate) {}
extern "C" __global__ void adapt_scale(float *scale, const unsigned *skipped) {}
