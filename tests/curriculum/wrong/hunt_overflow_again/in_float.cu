//? status: wrong
//? says: expected
// A float has 24 bits, the numbers have 31.
//
//! launch middle_of(a, b, middle, n) grid=(n+255)/256 block=256

extern "C" __global__ void middle_of(const int *a, const int *b, int *middle, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        middle[i] = (a[i] + (float)b[i]) / 2;
}
