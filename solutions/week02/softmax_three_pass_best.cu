// softmax_three_pass: one block per row. The largest, the sum of the exponentials, the
// quotients. The row is loaded once.
//
//! launch softmax_three_pass(x, y, cols) grid=rows block=1024

// How many elements a thread keeps in registers. It loads all of them before it uses the first.
// Elements of a row beyond 8192 are loaded again.
constexpr int KEPT = 8;

// Both give every thread of the block the result. The second barrier lets the next call use `parts`
// again.
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
    int beyond = threadIdx.x + KEPT * blockDim.x;
    float kept[KEPT];
    float largest = -INFINITY;
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int i = threadIdx.x + k * blockDim.x;
        kept[k] = i < cols ? row[i] : -INFINITY;
        largest = fmaxf(largest, kept[k]);
    }
    for (int i = beyond; i < cols; i += blockDim.x)
        largest = fmaxf(largest, row[i]);
    largest = block_max(largest);

    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        kept[k] = expf(kept[k] - largest); // 0 beyond the end of the row
        sum += kept[k];
    }
    for (int i = beyond; i < cols; i += blockDim.x)
        sum += expf(row[i] - largest);
    sum = block_sum(sum);

    float factor = 1.0f / sum;
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int i = threadIdx.x + k * blockDim.x;
        if (i < cols)
            out[i] = kept[k] * factor;
    }
    for (int i = beyond; i < cols; i += blockDim.x)
        out[i] = expf(row[i] - largest) * factor;
}
