//? exercise: timed_add
//? virtual: unsafe
//? cuda: crash|unsafe
//? why: faults at the size that is timed
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > 1000000 && i < n)
        c[i + 4000000000ll] = 1;
    if (i < n)
        c[i] = a[i] + b[i];
}
