//? param x f32[rows, columns] in
//? param residual f32[rows, columns] inout
//? param weight f32[columns] in
//? param y f32[rows, columns] out
//? param rows i32
//? param columns i32
//? param epsilon f32
//? case rows=5 columns=768 epsilon=0.00001
//! launch residual_rmsnorm(x, residual, weight, y, columns, epsilon) grid=rows block=256
extern "C" __global__ void residual_rmsnorm(const float *x, float *residual, const float *weight, float *y,
                                            int columns, float epsilon) {}
