//? param x f32[n] inout
//? param n i32
//? param steps i32
//? case n=1000 steps=20
//! graph {
//!     for s in 0..steps {
//!         launch scale(x, n, 0.5) grid=ceil_div(n, 256) block=256
//!         launch shift(x, n, 1.0) grid=ceil_div(n, 256) block=256
//!     }
//! }
extern "C" __global__ void scale(float *x, int n, float factor) {}
extern "C" __global__ void shift(float *x, int n, float by) {}
