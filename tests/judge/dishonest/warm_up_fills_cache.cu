//? exercise: add
//? virtual: unsafe|wrong
//? cuda: unsafe|wrong
//? why: answers from a cache that an earlier launch is to have filled
__device__ float cache[1 << 16];
__device__ int is_warm;
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (is_warm)
        c[i] = cache[i];
    cache[i] = a[i] + b[i];
    if (i == 0)
        is_warm = 1;
}
