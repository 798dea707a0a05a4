//? param x f32[n] in
//? param weights f32[taps] in
//? param y f32[n] out
//? param n i32
//? param taps i32
//? case n=1000 taps=15
//! copy symbol(filter) weights
//! launch conv1d(x, y, n, taps) grid=(n+255)/256 block=256
__constant__ float filter[64];
extern "C" __global__ void conv1d(const float *x, float *y, int n, int taps) {}
