//? exercise: add
//? virtual: wrong
//? cuda: wrong|unsafe|crash
//? why: discards lines of L2 that hold an input
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0 && i < n)
        asm volatile("discard.global.L2 [%0], 128;" ::"l"((unsigned long long)a & ~127ull) : "memory");
    if (i < n)
        c[i] = a[i];
}
