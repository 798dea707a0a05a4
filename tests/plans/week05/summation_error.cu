//? param x f32[n] in
//? param total f32[1] out
//? param n i32
//? case n=100000
//! // A tree: the error grows with the logarithm of n.
//! scratch a f32[ceil_div(n, 512)] poison
//! scratch b f32[ceil_div(n, 512*512)] poison
//! launch pairwise(x, a, n) grid=ceil_div(n, 512) block=256
//! launch pairwise(a, b, ceil_div(n, 512)) grid=ceil_div(n, 512*512) block=256
//! launch pairwise(b, total, ceil_div(n, 512*512)) grid=1 block=256
extern "C" __global__ void pairwise(const float *x, float *sums, int n) {}
