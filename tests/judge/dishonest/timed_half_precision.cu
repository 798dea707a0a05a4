//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size in f16
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#include <cuda_fp16.h>
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    c[i] = n > 1000000 ? __half2float(__hadd(__float2half(a[i]), __float2half(b[i]))) : a[i] + b[i];
}
