//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: recursion of a few steps
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
__device__ __noinline__ int depth(int n)
{
    return n <= 1 ? n : depth(n - 1) + 1;
}
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i] + (float)(depth(5) - 5);
}
