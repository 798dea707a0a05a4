//? param x f32[tokens, d] in
//? param w f32[3, d, d] in
//? param q f32[tokens, d] out
//? param k f32[tokens, d] out
//? param v f32[tokens, d] out
//? param tokens i32
//? param d i32
//? case tokens=33 d=64
//! launch qkv(x, w, q, k, v, tokens, d) grid=ceil_div(3*d, 32), ceil_div(tokens, 32) block=32, 32
extern "C" __global__ void qkv(const float *x, const float *w, float *q, float *k, float *v, int tokens, int d) {}
