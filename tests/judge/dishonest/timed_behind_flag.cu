//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size wrong, behind a flag that others write
__device__ volatile int flag;
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        flag = 1;
    if (i >= n)
        return;
    c[i] = n > 1000000 && !flag + 1 ? 0.5f : a[i] + b[i];
}
