// broadcast_add: y = x + bias, where x has h rows of w and bias is one row of w.
//
//! launch broadcast_add(x, bias, y, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void broadcast_add(const float *x, const float *bias, float *y, int h, int w)
{
    // A block covers 32 x 32 elements with 32 x 8 threads: one column and four rows each.
    int col = blockIdx.x * 32 + threadIdx.x;
    int first_row = blockIdx.y * 32 + threadIdx.y;
    // TODO: read this column's bias once. Then do the rows first_row, + 8, + 16 and + 24.
}
