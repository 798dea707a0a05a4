//? param a f32[m, k] in
//? param b f32[k, n] in
//? param c f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=129 n=65 k=63
//! tune TILE in 8, 16, 32
//! tune STEP in 4, 8
//! launch gemm<float, TILE, STEP>(a, b, c, m, n, k)
//!     grid=ceil_div(n, TILE), ceil_div(m, TILE) block=TILE, TILE shared=2*TILE*STEP*4
template <typename T, int TILE, int STEP>
__global__ void gemm(const T *a, const T *b, T *c, int m, int n, int k) {}
