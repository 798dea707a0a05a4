// edge_length: y = x / length of the row, where length is the root of the sum of squares.
// TODO: the whole kernel, also for zeros, tiny and huge numbers, NaN, infinities and empty rows.
//
//! launch length_rows(x, y, length, cols) grid=rows block=256

extern "C" __global__ void length_rows(const float *x, float *y, float *length, int cols)
{
}
