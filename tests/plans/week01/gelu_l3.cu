//? param x f32[n] in
//? param bias f32[columns] in
//? param residual f32[n] in
//? param y f32[n] out
//? param n i32
//? param columns i32
//? case n=4096 columns=64
//! launch gelu_float4(x, bias, residual, y, n/4, columns/4) grid=(n/4+255)/256 block=256
extern "C" __global__ void gelu_float4(const float4 *x, const float4 *bias, const float4 *residual, float4 *y,
                                       int quads, int quad_columns) {}
