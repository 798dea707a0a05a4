// hunt_overflow_again: the middle between a and b, rounded down. 0 <= a <= b.
// TODO: it is right for small numbers only.
//
//! launch hunt_overflow_again(a, b, middle, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_overflow_again(const int *a, const int *b, int *middle, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        middle[i] = (a[i] + b[i]) / 2;
}
