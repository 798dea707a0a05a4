// Reference for pool_gather_rows: one thread an element.
//
//! launch gather_rows_reference(table, index, out, t, h, w) grid=(h*w+127)/128 block=128

extern "C" __global__ void gather_rows_reference(const float *table, const int *index, float *out, int t, int h, int w)
{
    int flat = blockIdx.x * 128 + threadIdx.x;
    if (flat < h * w)
        out[flat] = table[index[flat / w] * w + flat % w];
}
