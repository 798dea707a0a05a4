//? param x f32[rows, columns] in
//? param sums f32[rows] out
//? param rows i32
//? param columns i32
//? case rows=64 columns=256
//! launch row_sums(x, sums, rows, columns) grid=rows block=128
extern "C" __global__ void row_sums(const float *x, float *sums, int rows, int columns) {}
