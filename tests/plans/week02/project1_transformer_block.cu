//? param x f32[tokens, d] inout
//? param w_qkv f32[d, 3*d] in
//? param w_out f32[d, d] in
//? param w_up f32[d, 4*d] in
//? param w_down f32[4*d, d] in
//? param gamma f32[2, d] in
//? param tokens i32
//? param d i32
//? param heads i32
//? case tokens=64 d=128 heads=4
//! let tiles_y = (tokens+15)/16
//! scratch normed f32[tokens, d] poison
//! scratch qkv f32[tokens, 3*d] poison
//! scratch scores f32[heads, tokens, tokens] poison
//! scratch mixed f32[tokens, d] poison
//! scratch hidden f32[tokens, 4*d] poison
//! launch rmsnorm(x, gamma, normed, d) grid=tokens block=128
//! launch matmul<0>(normed, w_qkv, qkv, tokens, 3*d, d) grid=(3*d+15)/16, tiles_y block=16, 16
//! launch scores_qk(qkv, qkv + d, scores, tokens, d/heads, 3*d) grid=tiles_y, tiles_y, heads block=16, 16
//! launch softmax_rows(scores, tokens) grid=heads*tokens block=128
//! launch apply_values(scores, qkv + 2*d, mixed, tokens, d/heads, 3*d) grid=(d/heads+15)/16, tiles_y, heads block=16, 16
//! launch matmul<1>(mixed, w_out, x, tokens, d, d) grid=(d+15)/16, tiles_y block=16, 16
//! launch rmsnorm(x, gamma + d, normed, d) grid=tokens block=128
//! launch matmul<2>(normed, w_up, hidden, tokens, 4*d, d) grid=(4*d+15)/16, tiles_y block=16, 16
//! launch matmul<1>(hidden, w_down, x, tokens, d, 4*d) grid=(d+15)/16, tiles_y block=16, 16
__global__ void rmsnorm(const float *x, const float *gamma, float *y, int d) {}
template <int EPILOGUE> __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k) {}
__global__ void scores_qk(const float *q, const float *k, float *s, int tokens, int d, int stride) {}
__global__ void softmax_rows(float *s, int columns) {}
__global__ void apply_values(const float *s, const float *v, float *o, int tokens, int d, int stride) {}
