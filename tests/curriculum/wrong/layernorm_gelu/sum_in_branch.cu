//? status: unsafe
//? says: Only a part of a warp reaches the barrier
// Calls block_sum in a branch.
//
//! launch layernorm_gelu(x, gamma, beta, y, cols) grid=rows block=256 shared=4*cols

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

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void layernorm_gelu(const float *x, const float *gamma, const float *beta, float *y, int cols)
{
    extern __shared__ float row[];
    size_t first = (size_t)blockIdx.x * cols;
    float sum = 0.0f;
#pragma unroll 4
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        row[i] = x[first + i];
        sum += row[i];
    }
    float mean = 0.0f;
    if (threadIdx.x < cols)
        mean = block_sum(sum) / cols;

    float squares = 0.0f;
#pragma unroll 4
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        squares += (row[i] - mean) * (row[i] - mean);
    float scale = rsqrtf(block_sum(squares) / cols + 1e-5f);
#pragma unroll 4
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[first + i] = gelu((row[i] - mean) * scale * gamma[i] + beta[i]);
}
