//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: prefetches what is not there
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    asm volatile("prefetch.global.L2 [%0];" ::"l"((char *)a + (1ull << 40)));
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
