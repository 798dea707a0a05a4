//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: hands results from one launch to the next in a module variable
//! launch first(a, n) grid=(n+255)/256 block=256
//! launch add(b, c, n) grid=(n+255)/256 block=256
__device__ float kept[1 << 16];
extern "C" __global__ void first(const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        kept[i] = a[i];
}
extern "C" __global__ void add(const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = kept[i] + b[i];
}
