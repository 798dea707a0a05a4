//? param x f32[n] in
//? param sums f32[ceil_div(n, 256)] out
//? param n i32
//? case n=1000
//! launch block_sum(x, sums, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void block_sum(const float *x, float *sums, int n) {}
