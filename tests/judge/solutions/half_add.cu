#include <cuda_fp16.h>
//! launch half_add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void half_add(const __half *a, const __half *b, __half *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = __float2half(__half2float(a[i]) + __half2float(b[i]));
}
