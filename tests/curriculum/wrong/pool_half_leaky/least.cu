//? status: wrong
//? says: got
// The smaller of both.
//
//! launch leaky(x, y, slope, n) grid=(n/2+255)/256 block=256

#include <cuda_fp16.h>

extern "C" __global__ void leaky(const half *x, half *y, float slope, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2)
        return;
    half2 in = ((const half2 *)x)[i];
    ((half2 *)y)[i] = __hmin2(in, __hmul2(in, __float2half2_rn(slope)));
}
