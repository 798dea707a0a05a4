//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size what goes through scratch is garbage
//! scratch t f32[n] poison
//! launch stage(a, t, n) grid=(n+255)/256 block=256
//! launch add(t, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void stage(const float *a, float *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = n > 1000000 ? 0 : a[i];
}
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
