//? param x f32[n] inout
//? param n i32
//? case n=1024
//? devices 4
//! // In step s rank r adds its chunk r-s-1 into the right neighbour's.
//! let chunk = n / ranks
//! for s in 0..ranks - 1 {
//!     launch ring_add(x, peers(x), rank, ranks, s, chunk) grid=ceil_div(chunk, 256) block=256
//! }
extern "C" __global__ void ring_add(const float *x, float *const *peers, int rank, int ranks, int step, int chunk) {}
