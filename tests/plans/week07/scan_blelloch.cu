//? param x f32[n] inout
//? param n i32
//? case n=1024
//! // Up the tree and down again over the whole array; n is a power of two.
//! for level in 0..log2(n) { launch up(x, n, level) grid=ceil_div(n >> (level + 1), 256) block=256 }
//! zero x + (n - 1) count=1
//! for turn in 0..log2(n) {
//!     let level = log2(n) - 1 - turn
//!     launch down(x, n, level) grid=ceil_div(n >> (level + 1), 256) block=256
//! }
extern "C" __global__ void up(float *x, int n, int level) {}
extern "C" __global__ void down(float *x, int n, int level) {}
