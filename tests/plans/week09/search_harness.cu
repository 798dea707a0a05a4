//? param x f32[rows, columns] in
//? param y f32[rows] out
//? param rows i32
//? param columns i32
//? case rows=8 columns=1000
//! tune THREADS in 64, 128, 256, 512, 1024
//! tune UNROLL in 1, 2, 4
//! launch candidate<UNROLL>(x, y, rows, columns) grid=rows block=THREADS
template <int UNROLL> __global__ void candidate(const float *x, float *y, int rows, int columns) {}
