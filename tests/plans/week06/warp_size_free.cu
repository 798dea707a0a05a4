//? param x f32[rows, columns] in
//? param y f32[rows] out
//? param rows i32
//? param columns i32
//? case rows=9 columns=200
//! launch row_maximum<32>(x, y, rows, columns) grid=ceil_div(rows, 4) block=32, 4
template <int WARP> __global__ void row_maximum(const float *x, float *y, int rows, int columns) {}
