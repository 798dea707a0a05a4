//! launch softmax(x, y, rows, cols) grid=(rows+7)/8 block=256
extern "C" __global__ void softmax(const float *x, float *y, int rows, int cols)
{
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float *in = x + (size_t)row * cols;
    float most = -INFINITY, sum = 0.0f;
    for (int i = lane; i < cols; i += 32)
        most = fmaxf(most, in[i]);
    for (int offset = 16; offset > 0; offset /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, offset));
    for (int i = lane; i < cols; i += 32)
        sum += expf(in[i] - most);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    for (int i = lane; i < cols; i += 32)
        y[(size_t)row * cols + i] = expf(in[i] - most) / sum;
}
