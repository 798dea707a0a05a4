//? status: unsafe
//? says: past the end of index
// Looks the index up by column.
//
//! launch gather_rows(table, index, out, t, h, w) grid=h block=128

extern "C" __global__ void gather_rows(const float *table, const int *index, float *out, int t, int h, int w)
{
    const int *rows = index;
    float *to = out + blockIdx.x * w;
    for (int column = threadIdx.x; column < w; column += blockDim.x)
        to[column] = table[rows[column] * w + column];
}
