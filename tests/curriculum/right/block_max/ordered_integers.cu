// Floats as integers in the same order, one atomic per warp of a block of 512.
//
//! launch block_max(in, maxima, n) grid=(n+4095)/4096 block=512
extern "C" __global__ void block_max(const float *in, float *maxima, int n)
{
    // order-preserving integers and redux
    __shared__ int best;
    if (threadIdx.x == 0)
        best = (int)0x80000000;
    __syncthreads();
    int mine = (int)0x80000000;
    int first = blockIdx.x * 4096;
    for (int k = 0; k < 8; k++) {
        int i = first + k * 512 + threadIdx.x;
        if (i < n) {
            int v = __float_as_int(in[i]);
            v = v < 0 ? v ^ 0x7fffffff : v;
            mine = max(mine, v);
        }
    }
    mine = __reduce_max_sync(0xffffffffu, mine);
    if ((threadIdx.x & 31) == 0)
        atomicMax(&best, mine);
    __syncthreads();
    if (threadIdx.x == 0) {
        int v = best;
        maxima[blockIdx.x] = __int_as_float(v < 0 ? v ^ 0x7fffffff : v);
    }
}
