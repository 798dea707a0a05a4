// One pass with the formula of two means, after the first element of the row is subtracted.
//
//! launch layernorm<float>(x, gamma, beta, y, cols) grid=rows block=512 shared=4*cols

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

template <typename T> __global__ void layernorm(const T *x, const T *gamma, const T *beta, T *y, int cols)
{
    extern __shared__ float row[];
    const T *in = x + (size_t)blockIdx.x * cols;
    T origin = in[0], sum = 0, squares = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        row[i] = in[i] - origin;
        sum += row[i];
        squares += row[i] * row[i];
    }
    T mean = block_sum(sum) / cols;
    T variance = block_sum(squares) / cols - mean * mean;
    T scale = T(1) / sqrtf(fmaxf(variance, 0.0f) + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[(size_t)blockIdx.x * cols + i] = (row[i] - mean) * scale * gamma[i] + beta[i];
}
