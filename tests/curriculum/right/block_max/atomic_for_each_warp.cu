// Each warp compares with a reduction, then updates one number of the block. Floats become whole
// numbers of the same order.
//
//! launch block_max(in, maxima, n) grid=(n+4095)/4096 block=256

__device__ int key(float f)
{
    int i = __float_as_int(f);
    return i >= 0 ? i : i ^ 0x7fffffff;
}

__device__ float unkey(int i)
{
    return __int_as_float(i >= 0 ? i : i ^ 0x7fffffff);
}

extern "C" __global__ void block_max(const float *in, float *maxima, int n)
{
    __shared__ int best;
    if (threadIdx.x == 0)
        best = 0x80000000;
    __syncthreads();
    int end = min((int)blockIdx.x * 4096 + 4096, n), mine = 0x80000000;
    for (int i = blockIdx.x * 4096 + threadIdx.x; i < end; i += 256)
        mine = max(mine, key(in[i]));
    mine = __reduce_max_sync(0xffffffff, mine);
    if (threadIdx.x % 32 == 0)
        atomicMax(&best, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        maxima[blockIdx.x] = unkey(best);
}
