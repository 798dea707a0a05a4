//? param x f32[n] inout
//? param n i32
//? param steps i32
//? case n=1000 steps=5
//! // Two buffers in turn; an odd last step is copied back.
//! scratch other f32[n] poison
//! for s in 0..steps {
//!     launch stencil(x, other, n) grid=ceil_div(n, 256) block=256 shared=(256+2)*4 when=s % 2 == 0
//!     launch stencil(other, x, n) grid=ceil_div(n, 256) block=256 shared=(256+2)*4 when=s % 2 == 1
//! }
//! copy x other when=steps % 2 == 1
extern "C" __global__ void stencil(const float *x, float *y, int n) {}
