//? param x f32[n, d] in
//? param w f32[d, d] in
//? param y f32[n, d] out
//? param n i32
//? param d i32
//? case n=64 d=64
//! tune BATCH in 1, 2, 4, 8, 16, 32
//! for b in 0..ceil_div(n, BATCH) {
//!     let rows = min(BATCH, n - b*BATCH)
//!     launch linear(x + b*BATCH*d, w, y + b*BATCH*d, rows, d) grid=ceil_div(d, 16), ceil_div(rows, 16) block=16, 16
//! }
extern "C" __global__ void linear(const float *x, const float *w, float *y, int rows, int d) {}
