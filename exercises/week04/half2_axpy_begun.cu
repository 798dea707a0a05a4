// half2_axpy: out = a * x + y, two halves in each thread. Half of it is written.
//
//! launch half2_axpy(a, x, y, out, n) grid=((n+1)/2+255)/256 block=256

#include <cuda_fp16.h>

extern "C" __global__ void half2_axpy(float a, const __half *x, const __half *y, __half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; // the pair of this thread
    const __half2 *x2 = (const __half2 *)x;
    const __half2 *y2 = (const __half2 *)y;
    __half2 *out2 = (__half2 *)out;

    // TODO: for which i are both halves of the pair inside? Then compute out2[i] with __hfma2.
    // TODO: if n is odd, the last half has no partner. Which thread computes it, with __hfma?
}
