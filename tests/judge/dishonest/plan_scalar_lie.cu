//? exercise: add
//? virtual: wrong|unsafe
//? cuda: wrong|unsafe
//? why: tells the kernel another n
//! launch add(a, b, c, n/2) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
