//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: prints control characters and right to left marks
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    if (threadIdx.x == 0)
        printf("\033[2J\033]0;pass\007 \xe2\x80\xae passed %s\n", "\x1b[31m");
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
