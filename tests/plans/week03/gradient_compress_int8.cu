//? param gradient f32[n] in
//? param error f32[n] inout
//? param packed i8[n] out
//? param scale f32[1] out
//? param n i32
//? case n=1000
//! zero scale
//! launch max_magnitude(gradient, error, scale, n) grid=ceil_div(n, 256) block=256
//! launch compress(gradient, error, packed, scale, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void max_magnitude(const float *g, const float *error, float *scale, int n) {}
extern "C" __global__ void compress(const float *g, float *error, signed char *packed, const float *scale, int n) {}
