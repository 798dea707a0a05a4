//? status: gate
//? says: Floating-point instructions: 36864
// Loads pairs, and computes each half in f32.
//
//! launch half2_axpy(a, x, y, out, n) grid=((n+1)/2+255)/256 block=256

#include <cuda_fp16.h>

extern "C" __global__ void half2_axpy(float a, const __half *x, const __half *y, __half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; // the pair of this thread
    const __half2 *x2 = (const __half2 *)x;
    const __half2 *y2 = (const __half2 *)y;
    __half2 *out2 = (__half2 *)out;

    if (i < n / 2) {
        float2 v = __half22float2(x2[i]), u = __half22float2(y2[i]);
        float factor = __half2float(__float2half(a));
        out2[i] = __floats2half2_rn(fmaf(factor, v.x, u.x), fmaf(factor, v.y, u.y));
    } else if (2 * i < n)
        out[2 * i] = __hfma(__float2half(a), x[2 * i], y[2 * i]);
}
