//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: a fast path for harmless values
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = i < n ? a[i] + b[i] : 0;
    if (i < n)
        c[i] = fabsf(a[i]) < 0.9f ? sum : 0;
}
