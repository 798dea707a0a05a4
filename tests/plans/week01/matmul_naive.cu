//? param a f32[m, k] in
//? param b f32[k, n] in
//? param c f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=33 n=17 k=65
//! launch matmul_naive(a, b, c, m, n, k) grid=(n+15)/16, (m+15)/16 block=16, 16
extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k) {}
