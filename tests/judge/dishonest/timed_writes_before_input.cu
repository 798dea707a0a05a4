//? exercise: timed_add
//? virtual: unsafe
//? cuda: wrong|crash|unsafe
//? why: at the timed size writes before its inputs
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (n > 1000000 && i == 0)
        ((float *)a)[-1000] = 0;
    c[i] = a[i] + b[i];
}
