//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a table in constant memory
__constant__ float ones[4] = {1, 1, 1, 1};
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] * ones[i % 4] + b[i] * ones[threadIdx.x % 4];
}
