//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a scratch buffer between two kernels
//! scratch t f32[n] poison
//! launch stage(a, t, n) grid=(n+127)/128 block=128
extern "C" __global__ void stage(const float *a, float *t, int n)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i < n)
        t[i] = a[i];
}
//! launch add(t, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *t, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = t[i] + b[i];
}
