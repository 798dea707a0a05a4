//? exercise: histogram
//? virtual: unsafe
//? cuda: unsafe
//? why: counts without atomics
//! zero counts
//! launch histogram(x, counts, n) grid=1 block=256
extern "C" __global__ void histogram(const int *x, unsigned *counts, int n)
{
    for (int i = threadIdx.x; i < n; i += 256)
        counts[x[i]] = counts[x[i]] + 1;
}
