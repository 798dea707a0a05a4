//? param x f32[n] in
//? param sums f32[ceil_div(n, 32)] out
//? param n i32
//? case n=1000
//! launch warp_sum(x, sums, n) grid=ceil_div(n, 128) block=128
extern "C" __global__ void warp_sum(const float *x, float *sums, int n) {}
