//? status: gate
//? says: only the block's counts go to memory
// Touches shared memory, and counts in memory.
//
//! zero counts
//! launch histogram_atomic(values, counts, n) grid=(n+255)/256 block=256
extern "C" __global__ void histogram_atomic(const int *values, unsigned *counts, int n)
{
    __shared__ volatile int t[256];
    t[threadIdx.x] = 0;
    int z = t[threadIdx.x];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&counts[values[i]], 1 + z);
}
