//? param x f32[n] in
//? param y f32[n] out
//? param n i32
//? case n=1000
//! launch operation(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void operation(const float *x, float *y, int n) {}
