//? param x f32[n] in
//? param y f32[n] out
//? param n i32
//? case n=100003
//! let tiles = ceil_div(n, 1024)
//! scratch status u32[tiles] zero
//! scratch sums f32[2, tiles] poison
//! scratch next_tile u32[1] zero
//! launch scan_lookback(x, y, status, sums, next_tile, n) grid=tiles block=256
extern "C" __global__ void scan_lookback(const float *x, float *y, volatile unsigned *status, volatile float *sums,
                                         unsigned *next_tile, int n) {}
