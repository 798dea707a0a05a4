//? exercise: sum
//? virtual: wrong
//? cuda: wrong
//? why: each warp adds in bf16
//! zero out
//! launch sum(x, out, n) grid=1 block=32
#include <cuda_bf16.h>
__device__ float rounded(float value) { return __bfloat162float(__float2bfloat16(value)); }

extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        sum = rounded(sum + x[i]);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        *out = sum;
}
