//? param x f32[rows, columns] in
//? param y f32[rows, columns] out
//? param rows i32
//? param columns i32
//? case rows=33 columns=70
//! launch tile_copy<32, 64>(x, y, rows, columns) grid=ceil_div(columns, 64), ceil_div(rows, 32) block=128
template <int ROWS, int COLUMNS> __global__ void tile_copy(const float *x, float *y, int rows, int columns) {}
