//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: interpolates every other element
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = i % 2 && i + 1 < n ? (a[i - 1] + b[i - 1] + a[i + 1] + b[i + 1]) / 2 : a[i] + b[i];
}
