// A warp for each row, eight rows for each block.
//
//! launch softmax_three_pass(x, y, rows, cols) grid=(rows+7)/8 block=256

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void softmax_three_pass(const float *x, float *y, int rows, int cols)
{
    int at = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (at >= rows)
        return;
    const float *row = x + (size_t)at * cols;
    float *out = y + (size_t)at * cols;
    float largest = -INFINITY, sum = 0.0f;
    for (int i = lane; i < cols; i += 32)
        largest = fmaxf(largest, row[i]);
    for (int offset = 16; offset > 0; offset /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, offset));
    for (int i = lane; i < cols; i += 32)
        sum += expf(row[i] - largest);
    sum = warp_sum(sum);
    for (int i = lane; i < cols; i += 32)
        out[i] = expf(row[i] - largest) / sum;
}
