//? status: gate
//? says: only the block's counts go to memory
// Counts in shared memory in vain, and in memory.
//
//! zero counts
//! launch histogram_atomic(values, counts, n) grid=(n+255)/256 block=256
extern "C" __global__ void histogram_atomic(const int *values, unsigned *counts, int n)
{
    __shared__ int t[256];
    t[threadIdx.x] = 0;
    int z = atomicAdd(&t[threadIdx.x], 1);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&counts[values[i]], 1 + z);
}
