//? param x f32[n] in
//? param y f32[n] out
//? param n i32
//? case n=1000
//! tune BLOCKS_PER_SM in 1, 2, 4, 8
//! launch operation(x, y, n) grid=min(ceil_div(n, 256), BLOCKS_PER_SM*sm_count) block=256
extern "C" __global__ void operation(const float *x, float *y, int n) {}
