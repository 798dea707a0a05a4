//? status: wrong
//? says: is -
// The sum is converted after it has overflowed.
//
//! launch middle_of(a, b, middle, n) grid=(n+255)/256 block=256

extern "C" __global__ void middle_of(const int *a, const int *b, int *middle, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        middle[i] = (long long)(a[i] + b[i]) / 2;
}
