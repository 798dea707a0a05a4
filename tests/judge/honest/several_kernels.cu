//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: two kernels with scratch between them
//! scratch s f32[n]
//! launch first(a, s, n) grid=(n+255)/256 block=256
//! launch second(b, s, c, n) grid=(n+127)/128 block=128
extern "C" __global__ void first(const float *a, float *s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        s[i] = a[i];
}
extern "C" __global__ void second(const float *b, const float *s, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = s[i] + b[i];
}
