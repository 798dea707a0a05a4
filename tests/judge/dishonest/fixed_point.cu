//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: sums in fixed point of 12 bits
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = (int)rintf(a[i] * 4096) / 4096.f + (int)rintf(b[i] * 4096) / 4096.f;
}
