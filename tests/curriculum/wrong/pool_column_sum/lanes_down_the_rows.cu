//? status: gate
//? says: loads
// A block a column, lanes down the rows: each lane has a sector of its own.
//
//! launch column_sum(in, out, h, w) grid=w block=32

extern "C" __global__ void column_sum(const float *in, float *out, int h, int w)
{
    int column = blockIdx.x;
    float sum = 0.0f;
    for (int row = threadIdx.x; row < h; row += 32)
        sum += in[row * w + column];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        out[column] = sum;
}
