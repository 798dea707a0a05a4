//? status: wrong
//? says: case t =
// Takes h for the length of a row of the table.
//
//! launch gather_rows(table, index, out, t, h, w) grid=h block=128

extern "C" __global__ void gather_rows(const float *table, const int *index, float *out, int t, int h, int w)
{
    const float *from = table + index[blockIdx.x] * min(w, h);
    float *to = out + blockIdx.x * w;
    for (int column = threadIdx.x; column < w; column += blockDim.x)
        to[column] = from[column];
}
