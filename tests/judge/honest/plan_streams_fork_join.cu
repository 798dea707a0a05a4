//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: two streams that meet before a third launch
//! scratch t f32[n] poison
//! scratch u f32[n] poison
//! launch move(a, t, n) grid=(n+255)/256 block=256 stream=1 as=left
//! launch move(b, u, n) grid=(n+255)/256 block=256 stream=2 as=right
//! launch add(t, u, c, n) grid=(n+255)/256 block=256 stream=3 after=left, right
extern "C" __global__ void move(const float *from, float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
