// edge_cases: y = x / largest size of the row. This kernel is right for ordinary numbers.
// TODO: rows of zeros, tiny numbers, NaN, infinities, and rows without elements.
//
//! launch scale_rows(x, y, largest, cols) grid=rows block=256

__device__ float largest_of_block(float mine)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2)
        mine = fmaxf(mine, __shfl_xor_sync(0xffffffff, mine, offset));
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = mine;
    __syncthreads();
    mine = parts[threadIdx.x % (blockDim.x / 32)];
    for (int offset = 16; offset > 0; offset /= 2)
        mine = fmaxf(mine, __shfl_xor_sync(0xffffffff, mine, offset));
    return mine;
}

extern "C" __global__ void scale_rows(const float *x, float *y, float *largest, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    float size = -INFINITY;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        size = fmaxf(size, fabsf(x[first + i]));
    size = largest_of_block(size);

    float inverse = 1.0f / size;
    if (threadIdx.x == 0)
        largest[blockIdx.x] = size;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[first + i] = x[first + i] * inverse;
}
