//? param x f32[m, k] in
//? param w i8[k, n] in
//? param w_scale f32[n] in
//? param y f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=17 n=64 k=128
//! scratch q i8[m, k] poison
//! scratch x_scale f32[m] poison
//! launch quantise_rows(x, q, x_scale, k) grid=m block=128
//! launch gemm_int8(q, x_scale, w, w_scale, y, m, n, k) grid=ceil_div(n, 16), ceil_div(m, 16) block=16, 16
extern "C" __global__ void quantise_rows(const float *x, signed char *q, float *scale, int k) {}
extern "C" __global__ void gemm_int8(const signed char *q, const float *x_scale, const signed char *w,
                                     const float *w_scale, float *y, int m, int n, int k) {}
