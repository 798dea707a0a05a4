//? param a f32[rows, columns] in
//? param b f32[rows, columns] in
//? param c f32[rows, columns] out
//? param rows i32
//? param columns i32
//? case rows=33 columns=65
//! launch matrix_add_2d(a, b, c, rows, columns) grid=(columns+31)/32, (rows+7)/8 block=32, 8
extern "C" __global__ void matrix_add_2d(const float *a, const float *b, float *c, int rows, int columns) {}
