//? param x f32[rows, columns] in
//? param dy f32[rows, columns] in
//? param gamma f32[columns] in
//? param dx f32[rows, columns] out
//? param dgamma f32[columns] out
//? param dbeta f32[columns] out
//? param rows i32
//? param columns i32
//? case rows=70 columns=256
//! let parts = ceil_div(rows, 32)
//! scratch part_gamma f32[parts, columns] poison
//! scratch part_beta f32[parts, columns] poison
//! launch backward_rows(x, dy, gamma, dx, columns) grid=rows block=128
//! launch backward_parts(x, dy, part_gamma, part_beta, rows, columns) grid=ceil_div(columns, 32), parts block=32, 8
//! launch sum_parts(part_gamma, dgamma, parts, columns) grid=ceil_div(columns, 256) block=256
//! launch sum_parts(part_beta, dbeta, parts, columns) grid=ceil_div(columns, 256) block=256
extern "C" __global__ void backward_rows(const float *x, const float *dy, const float *gamma, float *dx, int columns) {}
extern "C" __global__ void backward_parts(const float *x, const float *dy, float *pg, float *pb, int rows, int columns) {}
extern "C" __global__ void sum_parts(const float *parts, float *sum, int count, int columns) {}
