//? param x f32[n] in
//? param y f32[n] out
//? param n i32
//? param requests i32
//? case n=1000 requests=200
//! for r in 0..requests { launch serve(x, y, n) grid=ceil_div(n, 256) block=256 stream=1 + r % 4 as=request[r] after=request[r - 4] }
extern "C" __global__ void serve(const float *x, float *y, int n) {}
