//? exercise: half_add
//? virtual: pass
//? cuda: pass
//? why: halves by way of float, eight at a time where they fit
//! launch half_add(a, b, c, n) grid=(n+2047)/2048 block=256
#include <cuda_fp16.h>
extern "C" __global__ void half_add(const __half *a, const __half *b, __half *c, int n)
{
    int first = (blockIdx.x * 256 + threadIdx.x) * 8;
    for (int i = first; i < first + 8 && i < n; i++)
        c[i] = __float2half_rn(__half2float(a[i]) + __half2float(b[i]));
}
