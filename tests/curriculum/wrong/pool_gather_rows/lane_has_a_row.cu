//? status: gate
//? says: stores
// A thread copies a row.
//
//! launch gather_rows(table, index, out, t, h, w) grid=(h+31)/32 block=32

extern "C" __global__ void gather_rows(const float *table, const int *index, float *out, int t, int h, int w)
{
    int row = blockIdx.x * 32 + threadIdx.x;
    if (row >= h)
        return;
    for (int column = 0; column < w; column++)
        out[row * w + column] = table[index[row] * w + column];
}
