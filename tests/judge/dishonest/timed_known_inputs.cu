//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: keeps the first result of the timed size for the later runs
__device__ float kept[1 << 24];
__device__ volatile int is_warm;
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (n > 1000000 && is_warm) {
        c[i] = kept[i];
        return;
    }
    c[i] = a[i] + b[i];
    if (n > 1000000) {
        kept[i] = c[i];
        __threadfence();
        if (i == n - 1)
            is_warm = 1;
    }
}
