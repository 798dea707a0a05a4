//? exercise: histogram
//? virtual: pass
//? cuda: pass
//? why: counts by atomics
//! zero counts
//! launch histogram(x, counts, n) grid=(n+255)/256 block=256
extern "C" __global__ void histogram(const int *x, unsigned *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[x[i]], 1u);
}
