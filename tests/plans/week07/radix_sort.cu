//? param keys u32[n] inout
//? param n i32
//? case n=10000
//! let blocks = ceil_div(n, 1024)
//! scratch other u32[n] poison
//! scratch counts u32[16, blocks] poison
//! for pass in 0..4 {
//!     launch count_digits(keys, counts, n, 8*pass) grid=blocks block=256
//!     launch scan_counts(counts, 16*blocks) grid=1 block=1024
//!     launch scatter(keys, other, counts, n, 8*pass) grid=blocks block=256
//!     launch count_digits(other, counts, n, 8*pass + 4) grid=blocks block=256
//!     launch scan_counts(counts, 16*blocks) grid=1 block=1024
//!     launch scatter(other, keys, counts, n, 8*pass + 4) grid=blocks block=256
//! }
extern "C" __global__ void count_digits(const unsigned *keys, unsigned *counts, int n, int shift) {}
extern "C" __global__ void scan_counts(unsigned *counts, int n) {}
extern "C" __global__ void scatter(const unsigned *from, unsigned *to, const unsigned *counts, int n, int shift) {}
