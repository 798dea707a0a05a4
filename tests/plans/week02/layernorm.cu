//? param x f32[rows, columns] in
//? param gamma f32[columns] in
//? param beta f32[columns] in
//? param y f32[rows, columns] out
//? param rows i32
//? param columns i32
//? case rows=5 columns=768
//! launch layernorm(x, gamma, beta, y, columns, 1e-5) grid=rows block=256
extern "C" __global__ void layernorm(const float *x, const float *gamma, const float *beta, float *y, int columns,
                                     float epsilon) {}
