//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: shuffles with a mask of lanes that are gone
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = a[i] + b[i];
    c[i] = __shfl_sync(0xffffffff, v, threadIdx.x % 32);
}
