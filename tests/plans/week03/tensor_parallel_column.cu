//? param x f32[m, k] in
//? param w f32[k, n/ranks] in
//? param y f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=33 n=128 k=64
//? devices 4
//! // Every rank makes its columns and writes them into all copies of y.
//! let columns = n / ranks
//! scratch part f32[m, columns] poison
//! launch gemm(x, w, part, m, columns, k) grid=ceil_div(columns, 16), ceil_div(m, 16) block=16, 16
//! launch spread(part, peers(y), m, n, columns, rank, ranks) grid=ceil_div(columns, 32), m block=32
extern "C" __global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {}
extern "C" __global__ void spread(const float *part, float *const *y, int m, int n, int columns, int rank, int ranks) {}
