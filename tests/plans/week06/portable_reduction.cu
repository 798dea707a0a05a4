//? param x f32[n] in
//? param total f32[1] out
//? param n i64
//? case n=1000003
//! let blocks = min(ceil_div(n, 256), max_blocks(reduce, 256))
//! scratch partial f32[blocks] poison
//! scratch arrived u32[1] zero
//! launch reduce(x, partial, arrived, total, n) grid=blocks block=256
extern "C" __global__ void reduce(const float *x, float *partial, unsigned *arrived, float *total, long long n) {}
