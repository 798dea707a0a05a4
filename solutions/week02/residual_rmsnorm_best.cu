// residual_rmsnorm: h = x + residual, y = h / sqrt(mean(h^2) + 1e-5) * weight, row by row.
// One block per row, which is loaded once.
//
//! launch residual_rmsnorm(x, residual, weight, h, y, cols) grid=rows block=512

// How many elements a thread keeps in registers. It loads all of them before it uses the first.
// Elements of a row beyond 4096 are loaded again.
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

extern "C" __global__ void residual_rmsnorm(const float *x, const float *residual, const float *weight, float *h, float *y,
                                            int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    int beyond = threadIdx.x + KEPT * blockDim.x;
    float kept[KEPT];
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int i = threadIdx.x + k * blockDim.x;
        kept[k] = i < cols ? x[first + i] + residual[first + i] : 0.0f;
    }
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int i = threadIdx.x + k * blockDim.x;
        squares += kept[k] * kept[k];
        if (i < cols)
            h[first + i] = kept[k];
    }
    for (int i = beyond; i < cols; i += blockDim.x) {
        float value = x[first + i] + residual[first + i];
        h[first + i] = value;
        squares += value * value;
    }
    float scale = rsqrtf(block_sum(squares) / cols + 1e-5f);

#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int i = threadIdx.x + k * blockDim.x;
        if (i < cols)
            y[first + i] = kept[k] * scale * weight[i];
    }
    for (int i = beyond; i < cols; i += blockDim.x)
        y[first + i] = h[first + i] * scale * weight[i];
}
