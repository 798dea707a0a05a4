// Reference for histogram_atomic: exact.
//
//! zero counts
//! launch histogram_atomic_reference(values, counts, n) grid=(n+255)/256 block=256

extern "C" __global__ void histogram_atomic_reference(const int *values, unsigned *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[values[i]], 1);
}
