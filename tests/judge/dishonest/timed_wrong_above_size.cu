//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: right below the size that is timed only
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = i < 1000000 ? a[i] + b[i] : a[i];
}
