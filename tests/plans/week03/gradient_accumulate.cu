//? param x f32[steps, batch, k] in
//? param dy f32[steps, batch, n] in
//? param dw f32[k, n] out
//? param steps i32
//? param batch i32
//? param k i32
//? param n i32
//? case steps=4 batch=8 k=33 n=17
//! zero dw
//! for s in 0..steps {
//!     launch accumulate(x + s*batch*k, dy + s*batch*n, dw, batch, k, n) grid=ceil_div(n, 16), ceil_div(k, 16) block=16, 16
//! }
extern "C" __global__ void accumulate(const float *x, const float *dy, float *dw, int batch, int k, int n) {}
