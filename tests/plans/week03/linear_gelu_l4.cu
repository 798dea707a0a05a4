//? param x f32[m, k] in
//? param w f32[k, n] in
//? param bias f32[n] in
//? param y f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=17 n=33 k=64
//! launch linear_gelu(x, w, bias, y, m, n, k) grid=ceil_div(n, 32), ceil_div(m, 32) block=32, 32
extern "C" __global__ void linear_gelu(const float *x, const float *w, const float *bias, float *y, int m, int n, int k) {}
