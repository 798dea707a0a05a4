// edge_length: y = x / length of the row. A square overflows or vanishes where x does not, so the
// row is divided by its largest size first.
//
//! launch length_rows(x, y, length, cols) grid=rows block=256

// The larger one, and NaN if one of them is NaN. fmaxf would drop it.
__device__ float larger(float a, float b)
{
    return isnan(a) || a > b ? a : b;
}

__device__ float larger_of_block(float mine)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2)
        mine = larger(mine, __shfl_xor_sync(0xffffffff, mine, offset));
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = mine;
    __syncthreads();
    mine = parts[threadIdx.x % (blockDim.x / 32)];
    for (int offset = 16; offset > 0; offset /= 2)
        mine = larger(mine, __shfl_xor_sync(0xffffffff, mine, offset));
    return mine;
}

__device__ float sum_of_block(float mine)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, offset);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = mine;
    __syncthreads();
    mine = threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, offset);
    return mine;
}

extern "C" __global__ void length_rows(const float *x, float *y, float *length, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    float size = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        size = larger(size, fabsf(x[first + i]));
    size = larger_of_block(size);

    float divisor = size == 0.0f ? 1.0f : size, squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        squares += (x[first + i] / divisor) * (x[first + i] / divisor);
    float root = sqrtf(sum_of_block(squares));
    if (size == 0.0f || !isfinite(size))
        root = 1.0f; // the size is the length then

    if (threadIdx.x == 0)
        length[blockIdx.x] = size * root;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[first + i] = x[first + i] / divisor / root;
}
