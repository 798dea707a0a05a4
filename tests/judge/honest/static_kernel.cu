//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a kernel that only its file knows
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
static __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
