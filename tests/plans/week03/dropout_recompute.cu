//? param x f32[n] in
//? param dy f32[n] in
//? param y f32[n] out
//? param dx f32[n] out
//? param n i32
//? param seed u32
//? param keep f32
//? case n=1000 seed=4294967295 keep=0.9
//! // The mask is never stored: both directions draw it from the seed.
//! launch dropout(x, y, n, seed, keep) grid=ceil_div(n, 256) block=256
//! launch dropout(dy, dx, n, seed, keep) grid=ceil_div(n, 256) block=256
extern "C" __global__ void dropout(const float *x, float *y, int n, unsigned seed, float keep) {}
