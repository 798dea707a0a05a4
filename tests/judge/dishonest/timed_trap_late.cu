//? exercise: timed_add
//? virtual: unsafe
//? cuda: crash|unsafe
//? why: at the timed size the last block traps
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > 1000000 && blockIdx.x == gridDim.x - 1)
        __trap();
    if (i < n)
        c[i] = a[i] + b[i];
}
