//? param a f32[n] in
//? param b f32[n] in
//? param c f32[n] out
//? param n i32
//? case n=1009
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n) {}
