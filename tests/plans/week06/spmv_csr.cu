//? param starts i32[rows + 1] in
//? param columns i32[nonzeros] in
//? param values f32[nonzeros] in
//? param x f32[width] in
//? param y f32[rows] out
//? param rows i32
//? param width i32
//? param nonzeros i32
//? case rows=100 width=80 nonzeros=500
//! launch spmv(starts, columns, values, x, y, rows) grid=ceil_div(rows, 8) block=32, 8
extern "C" __global__ void spmv(const int *starts, const int *columns, const float *values, const float *x, float *y,
                                int rows) {}
