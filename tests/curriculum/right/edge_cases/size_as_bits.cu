// The bits of a size grow with it, and those of NaN are above infinity: an integer maximum.
//
//! launch scale_rows(x, y, largest, cols) grid=rows block=256

__device__ unsigned larger_of_block(unsigned mine)
{
    __shared__ unsigned parts[32];
    for (int offset = 16; offset > 0; offset /= 2)
        mine = max(mine, __shfl_xor_sync(0xffffffff, mine, offset));
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = mine;
    __syncthreads();
    mine = parts[threadIdx.x % (blockDim.x / 32)];
    for (int offset = 16; offset > 0; offset /= 2)
        mine = max(mine, __shfl_xor_sync(0xffffffff, mine, offset));
    return mine;
}

extern "C" __global__ void scale_rows(const float *x, float *y, float *largest, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    unsigned bits = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        bits = max(bits, __float_as_uint(x[first + i]) & 0x7fffffffu);
    float size = __uint_as_float(larger_of_block(bits));

    if (threadIdx.x == 0)
        largest[blockIdx.x] = size;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[first + i] = size == 0.0f ? 0.0f : x[first + i] / size;
}
