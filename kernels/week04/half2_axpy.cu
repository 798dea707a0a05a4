//! launch half2_axpy(a, x, y, out, n) grid=(n+255)/256 block=256
#include <cuda_fp16.h>
extern "C" __global__ void half2_axpy(float a, const __half *x, const __half *y, __half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float factor = __half2float(__float2half(a));
    if (i < n)
        out[i] = __float2half(fmaf(factor, __half2float(x[i]), __half2float(y[i])));
}
