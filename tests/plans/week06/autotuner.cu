//? param a f32[m, k] in
//? param b f32[k, n] in
//? param c f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=129 n=65 k=63
//! // The operation that a search drives: its program chooses the values through the machine interface.
//! tune TILE_M in 16, 32, 64, 128
//! tune TILE_N in 16, 32, 64, 128
//! tune STAGES in 1, 2, 3
//! launch gemm<TILE_M, TILE_N, STAGES>(a, b, c, m, n, k)
//!     grid=ceil_div(n, TILE_N), ceil_div(m, TILE_M) block=128 shared=STAGES*(TILE_M+TILE_N)*16*4
template <int TILE_M, int TILE_N, int STAGES>
__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {}
