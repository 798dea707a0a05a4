//? param x f32[n] in
//? param y f32[n] out
//? param n i32
//? case n=100000
//! let blocks = ceil_div(n, 512)
//! scratch sums f32[blocks] poison
//! launch scan_block(x, y, sums, n) grid=blocks block=256
//! launch scan_sums(sums, blocks) grid=1 block=1024
//! launch add_sums(y, sums, n) grid=blocks block=256
extern "C" __global__ void scan_block(const float *x, float *y, float *sums, int n) {}
extern "C" __global__ void scan_sums(float *sums, int blocks) {}
extern "C" __global__ void add_sums(float *y, const float *sums, int n) {}
