//? param x f32[n] in
//? param y f32[ceil_div(n, 256)] out
//? param n i32
//? case n=1000
//! launch block_maximum(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void block_maximum(const float *x, float *y, int n) {}
