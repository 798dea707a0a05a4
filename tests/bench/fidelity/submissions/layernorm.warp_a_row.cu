//! launch layernorm(x, gamma, beta, y, rows, cols) grid=(rows+3)/4 block=128
__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}
extern "C" __global__ void layernorm(const float *x, const float *gamma, const float *beta, float *y, int rows, int cols)
{
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float *in = x + (size_t)row * cols;
    float sum = 0.0f, squares = 0.0f;
    for (int i = lane; i < cols; i += 32)
        sum += in[i];
    float mean = warp_sum(sum) / cols;
    for (int i = lane; i < cols; i += 32)
        squares += (in[i] - mean) * (in[i] - mean);
    float scale = rsqrtf(warp_sum(squares) / cols + 1e-5f);
    for (int i = lane; i < cols; i += 32)
        y[(size_t)row * cols + i] = (in[i] - mean) * scale * gamma[i] + beta[i];
}
