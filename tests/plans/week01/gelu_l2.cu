//? param x f32[n] in
//? param bias f32[columns] in
//? param residual f32[n] in
//? param y f32[n] out
//? param n i32
//? param columns i32
//? case n=4096 columns=64
//! // Right on any grid: the grid is the device's, not the data's.
//! launch gelu_fused(x, bias, residual, y, n, columns) grid=min((n+255)/256, 4*sm_count) block=256
extern "C" __global__ void gelu_fused(const float *x, const float *bias, const float *residual, float *y, int n,
                                      int columns) {}
