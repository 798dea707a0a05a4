//? status: wrong
//? says: stores a NaN that no calculation makes
// Stores NaN for the size of an empty row.
//
//! launch scale_rows(x, y, largest, cols) grid=rows block=256

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

extern "C" __global__ void scale_rows(const float *x, float *y, float *largest, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    float size = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        size = larger(size, fabsf(x[first + i]));
    size = larger_of_block(size);

    if (threadIdx.x == 0)
        largest[blockIdx.x] = cols ? size : NAN;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[first + i] = size == 0.0f ? 0.0f : x[first + i] / size;
}
