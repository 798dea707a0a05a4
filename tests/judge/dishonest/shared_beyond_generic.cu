//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: reads shared memory through a generic pointer beyond its block
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    __shared__ float t[32];
    t[threadIdx.x % 32] = 0;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile float *p = t;
    if (i < n)
        c[i] = a[i] + b[i] + p[100000 + i] * 0;
}
