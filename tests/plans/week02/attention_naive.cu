//? param q f32[heads, length, d] in
//? param k f32[heads, length, d] in
//? param v f32[heads, length, d] in
//? param o f32[heads, length, d] out
//? param heads i32
//? param length i32
//? param d i32
//? case heads=2 length=65 d=32
//! scratch scores f32[heads, length, length] poison
//! launch scores_qk(q, k, scores, length, d) grid=(length+15)/16, (length+15)/16, heads block=16, 16
//! launch softmax_rows(scores, length) grid=heads*length block=128
//! launch apply_values(scores, v, o, length, d) grid=(d+15)/16, (length+15)/16, heads block=16, 16
extern "C" __global__ void scores_qk(const float *q, const float *k, float *s, int length, int d) {}
extern "C" __global__ void softmax_rows(float *s, int columns) {}
extern "C" __global__ void apply_values(const float *s, const float *v, float *o, int length, int d) {}
