// Eight halves in each thread.
//
//! launch half2_axpy(a, x, y, out, n) grid=((n+7)/8+255)/256 block=256

#include <cuda_fp16.h>

extern "C" __global__ void half2_axpy(float a, const __half *x, const __half *y, __half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 factor = __float2half2_rn(a);

    if (i < n / 8) {
        uint4 from = ((const uint4 *)x)[i], to = ((const uint4 *)y)[i];
        const __half2 *four = (const __half2 *)&from;
        __half2 *sums = (__half2 *)&to;
#pragma unroll
        for (int e = 0; e < 4; e++)
            sums[e] = __hfma2(factor, four[e], sums[e]);
        ((uint4 *)out)[i] = to;
        return;
    }
    for (int e = 8 * i; e < n; e++)
        out[e] = __hfma(__low2half(factor), x[e], y[e]);
}
