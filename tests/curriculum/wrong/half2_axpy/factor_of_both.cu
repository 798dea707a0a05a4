//? status: wrong
//? says: matches this slip: a multiplies y too.
// The factor is in front of both terms.
//
//! launch half2_axpy(a, x, y, out, n) grid=((n+1)/2+255)/256 block=256

#include <cuda_fp16.h>

extern "C" __global__ void half2_axpy(float a, const __half *x, const __half *y, __half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; // the pair of this thread
    const __half2 *x2 = (const __half2 *)x;
    const __half2 *y2 = (const __half2 *)y;
    __half2 *out2 = (__half2 *)out;

    if (i < n / 2)
        out2[i] = __hmul2(__float2half2_rn(a), __hadd2(x2[i], y2[i]));
    else if (2 * i < n)
        out[2 * i] = __hmul(__float2half(a), __hadd(x[2 * i], y[2 * i]));
}
