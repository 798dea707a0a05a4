// half2_relu: out = max(a * x + y, 0) in halves.
// TODO: load, compute and store two halves at once. n can be odd.
//
//! launch half2_relu(a, x, y, out, n) grid=((n+1)/2+255)/256 block=256

#include <cuda_fp16.h>

extern "C" __global__ void half2_relu(float a, const __half *x, const __half *y, __half *out, int n)
{
}
