//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: a second kernel of the reference's name that does nothing
extern "C" __global__ void add_reference(const float *a, const float *b, float *c, int n)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        c[0] = 0;
}
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i > 0)
        c[i] = a[i] + b[i];
}
