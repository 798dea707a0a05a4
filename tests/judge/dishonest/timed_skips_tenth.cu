//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size one block in ten does nothing
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > 1000000 && blockIdx.x % 10 == 3)
        return;
    if (i < n)
        c[i] = a[i] + b[i];
}
