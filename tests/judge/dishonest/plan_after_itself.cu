//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: a launch that waits for a name that comes later
//! launch add(a, b, c, n) grid=(n+255)/256 block=256 stream=1 as=x after=y
//! launch add(a, b, c, n) grid=(n+255)/256 block=256 stream=2 as=y after=x
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
