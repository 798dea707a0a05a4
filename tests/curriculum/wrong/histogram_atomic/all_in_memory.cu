//? status: gate
//? says: Atomic operations on shared memory
// The starter: an atomic in memory for each value.
//
//! zero counts
//! launch histogram_atomic(values, counts, n) grid=(n+255)/256 block=256

extern "C" __global__ void histogram_atomic(const int *values, unsigned *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[values[i]], 1);
}
