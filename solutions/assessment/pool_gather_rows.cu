// pool_gather_rows: a block a row; its threads walk along the columns.
//
//! launch gather_rows(table, index, out, t, h, w) grid=h block=128

extern "C" __global__ void gather_rows(const float *table, const int *index, float *out, int t, int h, int w)
{
    const float *from = table + index[blockIdx.x] * w;
    float *to = out + blockIdx.x * w;
    for (int column = threadIdx.x; column < w; column += blockDim.x)
        to[column] = from[column];
}
