//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: a terminal link and a clipboard write in printf
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#include <cstdio>
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        printf("\033]8;;http://x\033\\here\033]8;;\033\\ \033]52;c;b3duZWQ=\a\n");
    if (i < n)
        c[i] = a[i];
}
