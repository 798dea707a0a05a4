//? exercise: sum
//? virtual: wrong
//? cuda: wrong
//? why: sums without atomics
//! zero out
//! launch sum(x, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        *(volatile float *)out = *(volatile float *)out + x[i];
}
