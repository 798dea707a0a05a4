//? exercise: timed_large_add
//? virtual: wrong
//? cuda: wrong
//? why: copies one input at the timed size; a flag that it writes prevents a comparison of samples
__device__ volatile int flag;
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        flag = 1;
    if (i >= n)
        return;
    c[i] = n > 1000000 && flag < 2 ? a[i] : a[i] + b[i];
}
