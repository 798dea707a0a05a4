// A product and a sum for each pair, with the operators of half2. A GPU's compiler fuses them.
//
//! launch half2_axpy(a, x, y, out, n) grid=((n+1)/2+255)/256 block=256

#include <cuda_fp16.h>

extern "C" __global__ void half2_axpy(float a, const __half2 *x, const __half2 *y, __half2 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2)
        out[i] = __float2half2_rn(a) * x[i] + y[i];
    else if (2 * i < n)
        ((__half *)out)[2 * i] = __float2half(a) * ((const __half *)x)[2 * i] + ((const __half *)y)[2 * i];
}
