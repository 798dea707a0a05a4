//? param x f32[n] in
//? param y f32[n] out
//? param n i32
//? case n=256
//! launch shared_reverse(x, y, n) grid=(n+255)/256 block=256 shared=256*4
extern "C" __global__ void shared_reverse(const float *x, float *y, int n) {}
