//? param x f32[rows, columns] in
//? param bias f32[columns] in
//? param y f32[rows, columns] out
//? param rows i32
//? param columns i32
//? case rows=7 columns=129
//! let n = rows * columns
//! launch broadcast_add(x, bias, y, n, columns) grid=(n+255)/256 block=256
extern "C" __global__ void broadcast_add(const float *x, const float *bias, float *y, int n, int columns) {}
