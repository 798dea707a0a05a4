//? param keys u8[n] in
//? param bins u32[256] out
//? param n i32
//? case n=10007
//! zero bins
//! launch histogram(keys, bins, n) grid=min(ceil_div(n, 256), 8*sm_count) block=256
extern "C" __global__ void histogram(const unsigned char *keys, unsigned *bins, int n) {}
