//? param x f32[rows, columns] in
//? param y f32[rows, columns] out
//? param rows i32
//? param columns i32
//? case rows=5 columns=1000
//! scratch row_max f32[rows] poison
//! scratch row_sum f32[rows] poison
//! launch row_maximum(x, row_max, rows, columns) grid=rows block=256
//! launch row_exp_sum(x, row_max, row_sum, rows, columns) grid=rows block=256
//! launch normalise(x, row_max, row_sum, y, rows, columns) grid=rows block=256
extern "C" __global__ void row_maximum(const float *x, float *m, int rows, int columns) {}
extern "C" __global__ void row_exp_sum(const float *x, const float *m, float *s, int rows, int columns) {}
extern "C" __global__ void normalise(const float *x, const float *m, const float *s, float *y, int rows, int columns) {}
