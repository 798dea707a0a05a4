//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: another kernel that does nothing at the size that is timed
//! launch add(a, b, c, n) grid=(n+255)/256 block=256 when=n<1000000
//! launch nothing(c, n) grid=1 block=32 when=n>=1000000
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

extern "C" __global__ void nothing(float *c, int n)
{
    c[threadIdx.x] = 0;
}
