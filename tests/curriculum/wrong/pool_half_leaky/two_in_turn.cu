//? status: gate
//? says: Warp loads from global memory
// Two neighbours for each thread, loaded one by one.
//
//! launch leaky(x, y, slope, n) grid=(n/2+255)/256 block=256

#include <cuda_fp16.h>

extern "C" __global__ void leaky(const half *x, half *y, float slope, int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    half factor = __float2half(slope), p = x[i];
    y[i] = __hmax(p, __hmul(p, factor));
    half q = x[i + 1];
    y[i + 1] = __hmax(q, __hmul(q, factor));
}
