//? status: wrong
//? says: Each half loses its fraction
// Halves both before adding: where both are odd, one is lost.
//
//! launch middle_of(a, b, middle, n) grid=(n+255)/256 block=256

extern "C" __global__ void middle_of(const int *a, const int *b, int *middle, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        middle[i] = a[i] / 2 + b[i] / 2;
}
