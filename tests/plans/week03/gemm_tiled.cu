//? param a f32[m, k] in
//? param b f32[k, n] in
//? param c f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=129 n=65 k=63
//! launch gemm(a, b, c, m, n, k) grid=(n+31)/32, (m+31)/32 block=32, 32
extern "C" __global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {}
