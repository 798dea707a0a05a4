//? exercise: add
//? virtual: unsafe
//? cuda: unsafe|crash
//? why: reads constant memory far beyond its table
__constant__ float table[4] = {0, 0, 0, 0};
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i] + table[n - n + 4000000] * 0;
}
