// Reference for pool_half_leaky: in f32, rounded once.
//
//! launch leaky_reference(x, y, slope, n) grid=(n+255)/256 block=256

#include <cuda_fp16.h>

extern "C" __global__ void leaky_reference(const half *x, half *y, float slope, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = __float2half(fmaxf(__half2float(x[i]), slope * __half2float(x[i])));
}
