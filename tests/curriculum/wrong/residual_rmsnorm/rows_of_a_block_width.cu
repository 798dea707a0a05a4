//? status: unsafe
//? says: is never written: the index does not fit the grid, or the shape of h.
// Rows begin at multiples of the block's width, not of the row's.
//
//! launch residual_rmsnorm(x, residual, weight, h, y, cols) grid=rows block=256 shared=4*cols

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
    extern __shared__ float row[]; // cols floats, as the plan says
    size_t first = (size_t)blockIdx.x * blockDim.x;
    float squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        row[i] = x[first + i] + residual[first + i];
        h[first + i] = row[i];
        squares += row[i] * row[i];
    }
    float scale = rsqrtf(block_sum(squares) / cols + 1e-5f);

    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[first + i] = row[i] * scale * weight[i];
}
