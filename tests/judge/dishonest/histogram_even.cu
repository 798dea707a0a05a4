//? exercise: histogram
//? virtual: wrong
//? cuda: wrong
//? why: an even share for each bin
//! launch histogram(x, counts, n) grid=1 block=16
extern "C" __global__ void histogram(const int *x, unsigned *counts, int n)
{
    counts[threadIdx.x] = n / 16;
}
