//? exercise: histogram
//? virtual: pass
//? cuda: pass
//? why: lanes of one value count together
//! zero counts
//! launch histogram(x, counts, n) grid=(n+31)/32 block=32
extern "C" __global__ void histogram(const int *x, unsigned *counts, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    unsigned there = __ballot_sync(0xffffffffu, i < n);
    if (i >= n)
        return;
    unsigned same = __match_any_sync(there, x[i]);
    if (__ffs(same) - 1 == threadIdx.x)
        atomicAdd(&counts[x[i]], (unsigned)__popc(same));
}
