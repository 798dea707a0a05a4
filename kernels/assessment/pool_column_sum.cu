// Reference for pool_column_sum: one thread a column, in f64.
//
//! launch column_sum_reference(in, out, h, w) grid=(w+31)/32 block=32

extern "C" __global__ void column_sum_reference(const float *in, float *out, int h, int w)
{
    int column = blockIdx.x * 32 + threadIdx.x;
    if (column >= w)
        return;
    double sum = 0.0;
    for (int row = 0; row < h; row++)
        sum += (double)in[row * w + column];
    out[column] = (float)sum;
}
