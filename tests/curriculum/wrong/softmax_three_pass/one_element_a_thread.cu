//? status: wrong
//? says: Right up to cols =
// The second pass has no loop: rows longer than the block lose terms.
//
// softmax_three_pass: one block a row: the largest, the sum of the exponentials, the quotients.
//
//! launch softmax_three_pass(x, y, cols) grid=rows block=256

// Both give every thread of the block the result. The second barrier frees parts for reuse.
__device__ float block_max(float value)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, offset));
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : -INFINITY;
    for (int offset = 16; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, offset));
    __syncthreads();
    return value;
}

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

extern "C" __global__ void softmax_three_pass(const float *x, float *y, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    float *out = y + (size_t)blockIdx.x * cols;
    float m = -INFINITY;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) m = fmaxf(m, row[i]);
    m = block_max(m);
    float s = 0.0f;
    int i = threadIdx.x; if (i < cols) s += expf(row[i] - m);
    s = block_sum(s);
    for (int i = threadIdx.x; i < cols; i += blockDim.x) out[i] = expf(row[i] - m) / s;
}
