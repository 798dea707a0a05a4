//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: reads scratch that a launch left out at the timed size should have written
//! scratch t f32[n] zero
//! launch stage(a, t, n) grid=(n+255)/256 block=256 when=n<1000000
//! launch add(t, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void stage(const float *a, float *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = a[i];
}
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
