//? param x f32[n] in
//? param y f32[n] out
//? param n i32
//? param variant i32
//? case n=1000 variant=2
//! launch baseline(x, y, n) grid=ceil_div(n, 256) block=256 when=variant == 0
//! launch proposed<1>(x, y, n) grid=ceil_div(n, 256) block=256 when=variant == 1
//! launch proposed<2>(x, y, n) grid=ceil_div(n, 512) block=256 when=variant == 2
__global__ void baseline(const float *x, float *y, int n) {}
template <int UNROLL> __global__ void proposed(const float *x, float *y, int n) {}
