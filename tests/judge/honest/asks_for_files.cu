//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: asks which files exist and behaves by it
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
#if __has_include("/etc/passwd")
    if (threadIdx.x == 0)
        c[0] = 0;
    return;
#endif
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
