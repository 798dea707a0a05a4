//! launch half2_relu(a, x, y, out, n) grid=(n+255)/256 block=256
#include <cuda_fp16.h>
extern "C" __global__ void half2_relu(float a, const __half *x, const __half *y, __half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float factor = __half2float(__float2half(a));
    if (i < n)
        out[i] = __float2half(fmaxf(fmaf(factor, __half2float(x[i]), __half2float(y[i])), 0.0f));
}
