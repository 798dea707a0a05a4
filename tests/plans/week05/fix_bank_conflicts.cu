//? param a f32[rows, columns] in
//? param b f32[columns, rows] out
//? param rows i32
//? param columns i32
//? case rows=65 columns=33
//! launch transpose(a, b, rows, columns) grid=ceil_div(columns, 32), ceil_div(rows, 32) block=32, 8
extern "C" __global__ void transpose(const float *a, float *b, int rows, int columns) {}
