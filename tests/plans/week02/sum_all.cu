//? param x f32[n] in
//? param total f32[1] out
//? param n i32
//? case n=100003
//! // Two launches; the other way is one launch with an atomic, after: zero total
//! let blocks = min(ceil_div(n, 256), 1024)
//! scratch partial f32[blocks] poison
//! launch sum_blocks(x, partial, n) grid=blocks block=256
//! launch sum_blocks(partial, total, blocks) grid=1 block=256
extern "C" __global__ void sum_blocks(const float *x, float *sums, int n) {}
