// 1024 threads keep four elements each. The rest of a longer row is added again.
//
//! launch residual_rmsnorm<float>(x, residual, weight, h, y, cols) grid=rows block=1024

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

template <typename T>
__global__ void residual_rmsnorm(const T *x, const T *residual, const T *weight, T *h, T *y, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    T kept[4], squares = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int i = threadIdx.x + k * 1024;
        kept[k] = i < cols ? x[first + i] + residual[first + i] : T(0);
        squares += kept[k] * kept[k];
    }
    for (int i = threadIdx.x + 4096; i < cols; i += 1024) {
        T v = x[first + i] + residual[first + i];
        squares += v * v;
    }
    T scale = rsqrtf(block_sum(squares) / cols + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += 1024) {
        T v = i < 1024 ? kept[0] : i < 2048 ? kept[1] : i < 3072 ? kept[2] : kept[3];
        if (i >= 4096)
            v = x[first + i] + residual[first + i];
        h[first + i] = v;
        y[first + i] = v * scale * weight[i];
    }
}
