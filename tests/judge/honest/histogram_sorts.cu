//? exercise: histogram
//? virtual: pass
//? cuda: pass
//? why: counts by a sort in shared memory of one block
//! launch histogram(x, counts, n) grid=1 block=16
extern "C" __global__ void histogram(const int *x, unsigned *counts, int n)
{
    unsigned mine = 0;
    for (int i = 0; i < n; i++)
        mine += x[i] == (int)threadIdx.x;
    counts[threadIdx.x] = mine;
}
