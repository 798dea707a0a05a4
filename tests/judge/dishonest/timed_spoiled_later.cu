//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size a second launch writes over the result
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
//! launch spoil(c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
extern "C" __global__ void spoil(float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > 1000000 && i < n)
        c[i] = c[i] * 0.5f;
}
