//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: a cluster of 512 blocks, for grids that are no multiple of it
//! launch add(a, b, c, n) grid=(n+255)/256 block=256 cluster=512
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
