//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: prints escapes, which are shown harmless
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        printf("\033[2J\033]0;title\007 n is %d\n", n);
    if (i < n)
        c[i] = a[i] + b[i];
}
