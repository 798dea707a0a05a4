//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a grid and a block of three dimensions
//! launch add(a, b, c, n) grid=(n+255)/256, 2, 2 block=4, 4, 4
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int t = threadIdx.x + 4 * (threadIdx.y + 4 * threadIdx.z);
    int i = (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) * 64 + t;
    if (i < n)
        c[i] = a[i] + b[i];
}
