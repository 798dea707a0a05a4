//? param x f32[n] in
//? param y f32[n] out
//? param n i32
//? case n=0
//! launch safe_log(x, y, n) grid=ceil_div(n, 256) block=256 when=n > 0
extern "C" __global__ void safe_log(const float *x, float *y, int n) {}
