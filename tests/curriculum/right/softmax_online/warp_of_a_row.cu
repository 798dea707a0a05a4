// A warp for each row, four rows for each block.
//
//! launch softmax_online(x, y, rows, cols) grid=(rows+3)/4 block=32,4

struct part {
    float largest, sum;
};

__device__ part join(part a, part b)
{
    float largest = fmaxf(a.largest, b.largest);
    return {largest, a.sum * expf(a.largest - largest) + b.sum * expf(b.largest - largest)};
}

extern "C" __global__ void softmax_online(const float *x, float *y, int rows, int cols)
{
    int at = blockIdx.x * 4 + threadIdx.y;
    if (at >= rows)
        return;
    const float *row = x + (size_t)at * cols;
    part all = {-3.0e38f, 0.0f};
    for (int i = threadIdx.x; i < cols; i += 32)
        all = join(all, {row[i], 1.0f});
    for (int offset = 16; offset > 0; offset /= 2)
        all =
            join(all, {__shfl_xor_sync(0xffffffff, all.largest, offset), __shfl_xor_sync(0xffffffff, all.sum, offset)});
    for (int i = threadIdx.x; i < cols; i += 32)
        y[(size_t)at * cols + i] = expf(row[i] - all.largest) / all.sum;
}
