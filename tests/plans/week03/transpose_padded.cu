//? param a f32[rows, columns] in
//? param b f32[columns, rows] out
//? param rows i32
//? param columns i32
//? case rows=65 columns=33
//! launch transpose(a, b, rows, columns) grid=(columns+31)/32, (rows+31)/32 block=32, 8 shared=32*33*4
extern "C" __global__ void transpose(const float *a, float *b, int rows, int columns) {}
