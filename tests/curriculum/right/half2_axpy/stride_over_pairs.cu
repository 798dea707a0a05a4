// A loop over pairs, from pointers to pairs.
//
//! launch half2_axpy(a, x, y, out, n) grid=sm_count*8 block=256

#include <cuda_fp16.h>

extern "C" __global__ void half2_axpy(float a, const __half2 *x, const __half2 *y, __half2 *out, int n)
{
    __half2 factor = __half2half2(__float2half(a));
    int all = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < n / 2; i += all)
        out[i] = __hfma2(factor, x[i], y[i]);
    if (first == 0 && n % 2 == 1)
        ((__half *)out)[n - 1] = __hfma(__low2half(factor), ((const __half *)x)[n - 1], ((const __half *)y)[n - 1]);
}
