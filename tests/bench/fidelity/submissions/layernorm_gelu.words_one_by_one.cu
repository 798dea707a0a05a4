//! launch layernorm_gelu(x, gamma, beta, y, cols) grid=rows block=256 shared=4*cols
__device__ float sum_of_block(float value)
{
    __shared__ float parts[8];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = 0.0f;
    for (int w = 0; w < 8; w++)
        value += parts[w];
    __syncthreads();
    return value;
}
extern "C" __global__ void layernorm_gelu(const float *x, const float *gamma, const float *beta, float *y, int cols)
{
    extern __shared__ float row[];
    size_t first = (size_t)blockIdx.x * cols;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 256) {
        row[i] = x[first + i];
        sum += row[i];
    }
    float mean = sum_of_block(sum) / cols;
    for (int i = threadIdx.x; i < cols; i += 256)
        squares += (row[i] - mean) * (row[i] - mean);
    float scale = rsqrtf(sum_of_block(squares) / cols + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += 256) {
        float v = (row[i] - mean) * scale * gamma[i] + beta[i];
        y[first + i] = 0.5f * v * (1.0f + erff(v * 0.70710678f));
    }
}
