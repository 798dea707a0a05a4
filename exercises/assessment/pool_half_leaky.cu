// pool_half_leaky: y = max(x, slope * x), in halves. slope is below 1 and n is even. Right, and
// one half at a time.
// TODO: load, compute and store two halves with each instruction.
//
//! launch leaky(x, y, slope, n) grid=(n+255)/256 block=256

#include <cuda_fp16.h>

extern "C" __global__ void leaky(const half *x, half *y, float slope, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = __float2half(fmaxf(__half2float(x[i]), slope * __half2float(x[i])));
}
