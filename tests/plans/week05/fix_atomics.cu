//? param x f32[n] in
//? param total f32[1] out
//? param n i32
//? case n=10000
//! zero total
//! launch total_of(x, total, n) grid=min(ceil_div(n, 1024), 2*sm_count) block=256
extern "C" __global__ void total_of(const float *x, float *total, int n) {}
