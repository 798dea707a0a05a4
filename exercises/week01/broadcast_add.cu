// broadcast_add: y = x + bias, where x has h rows of w and bias is one row of w.
//
//! launch broadcast_add(x, bias, y, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void broadcast_add(const float *x, const float *bias, float *y, int h, int w)
{
    // A block covers 32 columns and 32 rows, and has 8 rows of threads: each thread has one column and four rows.
    int col = blockIdx.x * 32 + threadIdx.x;
    int first_row = blockIdx.y * 32 + threadIdx.y;
    // TODO: read this column's bias once, then go down the rows first_row, first_row + 8, first_row + 16, first_row + 24.
}
