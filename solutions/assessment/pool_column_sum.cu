// pool_column_sum: a thread has a column; the lanes of a warp read neighbouring columns of one row.
//
//! launch column_sum(in, out, h, w) grid=(w+127)/128 block=128

extern "C" __global__ void column_sum(const float *in, float *out, int h, int w)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= w)
        return;
    float sum = 0.0f;
    for (int row = 0; row < h; row++)
        sum += in[row * w + column];
    out[column] = sum;
}
