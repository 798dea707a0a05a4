//? param x f32[rows, columns] in
//? param y f32[rows, columns] out
//? param rows i32
//? param columns i32
//? case rows=5 columns=300
//! // One kernel per shape and device.
//! let small = columns <= 1024
//! let huge = columns > 65536
//! launch softmax_warp(x, y, rows, columns)  grid=ceil_div(rows, 4) block=32, 4 when=small
//! launch softmax_block(x, y, rows, columns) grid=rows block=512 when=!small && !huge
//! launch softmax_cluster(x, y, rows, columns) grid=rows*8 block=512 cluster=8 when=huge && cc >= 90
//! launch softmax_block(x, y, rows, columns) grid=rows block=1024 when=huge && cc < 90
extern "C" __global__ void softmax_warp(const float *x, float *y, int rows, int columns) {}
extern "C" __global__ void softmax_block(const float *x, float *y, int rows, int columns) {}
extern "C" __global__ void softmax_cluster(const float *x, float *y, int rows, int columns) {}
