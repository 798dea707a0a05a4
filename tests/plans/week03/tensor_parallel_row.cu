//? param x f32[m, k/ranks] in
//? param w f32[k/ranks, n] in
//? param y f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=33 n=128 k=64
//? devices 4
//! scratch part f32[m, n] poison
//! launch gemm(x, w, part, m, n, k/ranks) grid=ceil_div(n, 16), ceil_div(m, 16) block=16, 16
//! launch sum_ranks(peers(part), y, m*n, ranks) grid=ceil_div(m*n, 256) block=256
extern "C" __global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {}
extern "C" __global__ void sum_ranks(const float *const *parts, float *y, int n, int ranks) {}
