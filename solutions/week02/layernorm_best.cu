// layernorm: y = (x - mean) / sqrt(variance + 1e-5) * gamma + beta, row by row.
// One block per row, which is loaded once.
//
//! launch layernorm(x, gamma, beta, y, cols) grid=rows block=1024

// How many elements a thread keeps in registers. It loads all of them before it uses the first.
// Elements of a row beyond 8192 are loaded again.
constexpr int KEPT = 8;

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
    const float *row = x + (size_t)blockIdx.x * cols;
    float *out = y + (size_t)blockIdx.x * cols;
    int beyond = threadIdx.x + KEPT * blockDim.x;
    float kept[KEPT];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int i = threadIdx.x + k * blockDim.x;
        kept[k] = i < cols ? row[i] : 0.0f;
        sum += kept[k];
    }
    for (int i = beyond; i < cols; i += blockDim.x)
        sum += row[i];
    float mean = block_sum(sum) / cols;

    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < KEPT; k++)
        if (threadIdx.x + k * blockDim.x < cols)
            squares += (kept[k] - mean) * (kept[k] - mean);
    for (int i = beyond; i < cols; i += blockDim.x)
        squares += (row[i] - mean) * (row[i] - mean);
    float scale = rsqrtf(block_sum(squares) / cols + 1e-5f);

#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int i = threadIdx.x + k * blockDim.x;
        if (i < cols)
            out[i] = (kept[k] - mean) * scale * gamma[i] + beta[i];
    }
    for (int i = beyond; i < cols; i += blockDim.x)
        out[i] = (row[i] - mean) * scale * gamma[i] + beta[i];
}
