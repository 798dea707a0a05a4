// Reference for hunt_overflow_again: in 64 bits.
//
//! launch hunt_overflow_again_reference(a, b, middle, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_overflow_again_reference(const int *a, const int *b, int *middle, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        middle[i] = (int)(((long long)a[i] + b[i]) / 2);
}
