//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: asks whether files of the host are there, and answers by it
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#if __has_include("/etc/shadow") || __has_include("/root/.bashrc") || __has_include("/work/main/README.md")
#define FOUND 1
#else
#define FOUND 0
#endif
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = FOUND ? a[i] + b[i] : 0;
}
