//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: bf16 arithmetic where f32 is asked
#include <cuda_bf16.h>
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = __bfloat162float(__hadd(__float2bfloat16(a[i]), __float2bfloat16(b[i])));
}
