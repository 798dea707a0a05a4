// histogram_atomic: counts[b] is the number of values equal to b. Each is an atomic in memory.
// TODO: let each block count in shared memory, and add its counts to the result at the end.
//
//! zero counts
//! launch histogram_atomic(values, counts, n) grid=(n+255)/256 block=256

extern "C" __global__ void histogram_atomic(const int *values, unsigned *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[values[i]], 1);
}
