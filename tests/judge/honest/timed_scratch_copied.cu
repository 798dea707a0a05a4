//? exercise: timed_add
//? virtual: pass
//? cuda: pass
//? why: copies scratch to scratch by the plan between two kernels
//! scratch t f32[n] poison
//! scratch u f32[n] poison
//! launch stage(a, t, n) grid=(n+255)/256 block=256
//! copy u t
//! launch add(u, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void stage(const float *a, float *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[n - 1 - i] = a[i];
}
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[n - 1 - i] + b[i];
}
