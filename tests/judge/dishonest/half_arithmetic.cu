//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: f16 arithmetic where f32 is asked
#include <cuda_fp16.h>
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = __half2float(__hadd(__float2half(a[i]), __float2half(b[i])));
}
