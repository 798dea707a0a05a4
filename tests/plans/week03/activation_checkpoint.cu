//? param x f32[n] in
//? param dy f32[n] in
//? param dx f32[n] out
//? param n i32
//? param layers i32
//? param segment i32
//? case n=1000 layers=16 segment=4
//! // Keep the input of every segment; recompute inside it on the way back.
//! let segments = layers / segment
//! scratch kept f32[segments + 1, n] poison
//! copy kept x count=n
//! for s in 0..segments {
//!     scratch a f32[n] poison
//!     copy a kept + s*n count=n
//!     for l in 0..segment { launch forward(a, n, s*segment + l) grid=ceil_div(n, 256) block=256 }
//!     copy kept + (s+1)*n a count=n
//! }
//! copy dx dy
//! for back in 0..segments {
//!     let s = segments - 1 - back
//!     scratch inner f32[segment, n] poison
//!     copy inner kept + s*n count=n
//!     for l in 0..segment - 1 {
//!         copy inner + (l+1)*n inner + l*n count=n
//!         launch forward(inner + (l+1)*n, n, s*segment + l) grid=ceil_div(n, 256) block=256
//!     }
//!     for l in 0..segment {
//!         let layer = segment - 1 - l
//!         launch backward(inner + layer*n, dx, n, s*segment + layer) grid=ceil_div(n, 256) block=256
//!     }
//! }
extern "C" __global__ void forward(float *x, int n, int layer) {}
extern "C" __global__ void backward(const float *x, float *dx, int n, int layer) {}
