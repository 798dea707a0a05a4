//? param x f32[n] inout
//? param n i32
//? case n=1024
//? devices 4
//! // Chunk (r - s) mod ranks goes to the right neighbour; copies are enough.
//! let chunk = n / ranks
//! let right = (rank + 1) % ranks
//! for s in 0..ranks - 1 {
//!     let place = ((rank - s + ranks) % ranks) * chunk
//!     copy peer(x, right) + place x + place count=chunk
//! }
//! launch check_chunks(x, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void check_chunks(float *x, int n) {}
