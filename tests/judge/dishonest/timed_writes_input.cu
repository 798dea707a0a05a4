//? exercise: timed_add
//? virtual: unsafe
//? cuda: wrong|unsafe
//? why: at the timed size writes an input
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (n > 1000000)
        ((float *)a)[i] = 0;
    c[i] = a[i] + b[i];
}
