//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: skips 1 % of the work
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % 100 != 99)
        c[i] = a[i] + b[i];
}
