// broadcast_scale_rows: y = x * scale, with one scale per row. Read it once for four columns.
//
//! launch broadcast_scale_rows(x, scale, y, h, w) grid=(w+127)/128,(h+7)/8 block=32,8

extern "C" __global__ void broadcast_scale_rows(const float *x, const float *scale, float *y, int h, int w)
{
    // TODO: a block covers 128 columns and 8 rows
}
