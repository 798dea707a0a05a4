// layernorm: y = (x - mean) / sqrt(variance + 1e-5) * gamma + beta, row by row.
// One block per row, which is loaded once and waits in shared memory.
//
//! launch layernorm(x, gamma, beta, y, cols) grid=rows block=512 shared=4*cols

// Gives every thread of the block the sum.
__device__ float block_sum(float value)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    __syncthreads();
    return value;
}

extern "C" __global__ void layernorm(const float *x, const float *gamma, const float *beta, float *y, int cols)
{
    extern __shared__ float row[];
    size_t first = (size_t)blockIdx.x * cols;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        row[i] = x[first + i];
        sum += row[i];
    }
    float mean = block_sum(sum) / cols;

    float squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        squares += row[i] - mean;
    float scale = rsqrtf(block_sum(squares) / cols + 1e-5f);

    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[first + i] = (row[i] - mean) * scale * gamma[i] + beta[i];
}
