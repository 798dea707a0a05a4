//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: one element in a thousand is wrong
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = i % 1000 == 997 ? a[i] : a[i] + b[i];
}
