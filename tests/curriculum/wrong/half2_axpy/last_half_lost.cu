//? status: wrong
//? says: Wrong: only the last element.
// Leaves out the last half of an odd n.
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
        out2[i] = __hfma2(__float2half2_rn(a), x2[i], y2[i]);
}
