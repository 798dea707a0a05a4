//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: one stream writes what another one reads, in no order
//! scratch s f32[n]
//! launch first(a, b, s, n) grid=(n+255)/256 block=256 stream=1
//! launch add(s, b, c, n) grid=(n+255)/256 block=256 stream=2
extern "C" __global__ void first(const float *a, const float *b, float *s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        s[i] = a[i] + b[i];
}

extern "C" __global__ void add(const float *s, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = s[i];
}
