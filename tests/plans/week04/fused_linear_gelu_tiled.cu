//? param x f32[m, k] in
//? param w f32[k, n] in
//? param bias f32[n] in
//? param y f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=17 n=33 k=64
//! launch linear_gelu<32, 32, 8>(x, w, bias, y, m, n, k) grid=ceil_div(n, 32), ceil_div(m, 32) block=256
template <int TILE_M, int TILE_N, int TILE_K>
__global__ void linear_gelu(const float *x, const float *w, const float *bias, float *y, int m, int n, int k) {}
