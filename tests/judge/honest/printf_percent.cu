//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: printf with a percent sign, widths and %s
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#include <cstdio>
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        printf("100%% of %-8s|%+08.3f|%#x|%5c|%*d\n", "it", 3.14159, 255, 0x41, 6, 42);
    if (i < n)
        c[i] = a[i] + b[i];
}
