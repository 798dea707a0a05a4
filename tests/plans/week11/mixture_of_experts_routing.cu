//? param x f32[tokens, d] in
//? param gate f32[d, experts] in
//? param w f32[experts, d, d] in
//? param y f32[tokens, d] out
//? param tokens i32
//? param d i32
//? param experts i32
//? case tokens=50 d=64 experts=8
//! scratch chosen i32[tokens, 2] poison
//! scratch weight f32[tokens, 2] poison
//! scratch counts i32[experts] zero
//! scratch starts i32[experts + 1] poison
//! scratch order i32[2*tokens] poison
//! zero y
//! launch route(x, gate, chosen, weight, counts, tokens, d, experts) grid=tokens block=128
//! launch exclusive_scan(counts, starts, experts) grid=1 block=32
//! zero counts
//! launch place(chosen, starts, counts, order, tokens) grid=ceil_div(tokens, 128) block=128
//! for e in 0..experts {
//!     launch expert(x, w + e*d*d, weight, order, starts, y, e, d) grid=ceil_div(d, 16), ceil_div(tokens, 16) block=16, 16 stream=1 + e % 4
//! }
extern "C" __global__ void route(const float *x, const float *gate, int *chosen, float *weight, int *counts, int tokens,
                                 int d, int experts) {}
extern "C" __global__ void exclusive_scan(const int *counts, int *starts, int n) {}
extern "C" __global__ void place(const int *chosen, const int *starts, int *counts, int *order, int tokens) {}
extern "C" __global__ void expert(const float *x, const float *w, const float *weight, const int *order,
                                  const int *starts, float *y, int e, int d) {}
