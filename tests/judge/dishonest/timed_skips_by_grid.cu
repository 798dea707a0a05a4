//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: every other block does nothing where the grid is as large as that of the timed size
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (gridDim.x < 60000 || blockIdx.x % 2))
        c[i] = a[i] + b[i];
}
