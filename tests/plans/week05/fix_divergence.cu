//? param kinds u8[n] in
//? param x f32[n] in
//? param y f32[n] out
//? param n i32
//? case n=1000
//! // Sort the work by kind first, so that warps agree.
//! scratch counts u32[4] zero
//! scratch order u32[n] poison
//! launch count_kinds(kinds, counts, n) grid=ceil_div(n, 256) block=256
//! launch place(kinds, counts, order, n) grid=1 block=256
//! launch work(kinds, order, x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void count_kinds(const unsigned char *kinds, unsigned *counts, int n) {}
extern "C" __global__ void place(const unsigned char *kinds, unsigned *counts, unsigned *order, int n) {}
extern "C" __global__ void work(const unsigned char *kinds, const unsigned *order, const float *x, float *y, int n) {}
