// matrix_add_2d: c = a + b for matrices of h rows and w columns, row-major.
//
//! launch matrix_add_2d(a, b, c, h, w) grid=(w+31)/32,(h+7)/8 block=32,8

extern "C" __global__ void matrix_add_2d(const float *a, const float *b, float *c, int h, int w)
{
    // TODO: the column comes from x, the row from y. Guard both. Where is element (row, col)?
}
