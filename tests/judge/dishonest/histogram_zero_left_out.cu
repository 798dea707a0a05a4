//? exercise: histogram
//? virtual: wrong
//? cuda: wrong
//? why: counts of zero are never written
//! launch histogram(x, counts, n) grid=1 block=16
extern "C" __global__ void histogram(const int *x, unsigned *counts, int n)
{
    unsigned count = 0;
    for (int i = 0; i < n; i++)
        count += x[i] == threadIdx.x;
    if (count)
        counts[threadIdx.x] = count;
}
