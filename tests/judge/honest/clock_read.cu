//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: looks at the clock without a need
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long long from = clock64();
    if (i < n)
        c[i] = a[i] + b[i];
    if (clock64() < from)
        c[0] = 0;
}
