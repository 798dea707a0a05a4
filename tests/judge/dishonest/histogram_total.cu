//? exercise: histogram
//? virtual: wrong
//? cuda: wrong
//? why: gives the total to the first bin, so that sums agree
//! zero counts
//! launch histogram(x, counts, n) grid=1 block=1
extern "C" __global__ void histogram(const int *x, unsigned *counts, int n)
{
    counts[0] = n;
}
