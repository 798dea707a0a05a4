//? param gradient f32[n] in
//? param error f32[n] inout
//? param values f32[k] out
//? param indices u32[k] out
//? param n i32
//? param k i32
//? case n=4096 k=32
//! // Bits of the magnitude, the highest byte first.
//! scratch bins u32[256] zero
//! scratch state u32[2] zero
//! scratch taken u32[1] zero
//! for pass in 0..4 {
//!     zero bins
//!     launch count_byte(gradient, error, bins, state, n, 3 - pass) grid=ceil_div(n, 256) block=256
//!     launch choose_byte(bins, state, k, 3 - pass) grid=1 block=256
//! }
//! launch take(gradient, error, values, indices, state, taken, n, k) grid=ceil_div(n, 256) block=256
extern "C" __global__ void count_byte(const float *g, const float *e, unsigned *bins, const unsigned *state, int n,
                                      int byte) {}
extern "C" __global__ void choose_byte(const unsigned *bins, unsigned *state, int k, int byte) {}
extern "C" __global__ void take(const float *g, float *e, float *values, unsigned *indices, const unsigned *state,
                                unsigned *taken, int n, int k) {}
