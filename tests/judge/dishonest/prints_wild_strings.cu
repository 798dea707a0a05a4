//? exercise: add
//? virtual: unsafe|wrong
//? cuda: unsafe|wrong|crash
//? why: prints strings from where there are none, widths without end, and asks printf to write
#include <cstdio>
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
    if (i == 0) {
        printf("%s\n", (const char *)0x12345);
        printf("%*d %.*f %999999999d\n", 2000000000, 1, 2000000000, 1.0, 7);
        printf("%n %s %s %s %d\n", (int *)c);
    }
}
