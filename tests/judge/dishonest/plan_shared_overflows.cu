//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: dynamic shared memory that overflows to little
//! launch add(a, b, c, n) grid=(n+255)/256 block=256 shared=4294967296+16
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
