//? param a f32[m, k] in
//? param b f32[k, n] in
//? param c f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=129 n=65 k=63
//! launch gemm(a, b, c, m, n, k) grid=ceil_div(n, 64), ceil_div(m, 64) block=16, 16
extern "C" __global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {}
