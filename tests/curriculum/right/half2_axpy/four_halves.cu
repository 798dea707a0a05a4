// Four halves in each thread, as two pairs in a uint2, by a template.
//
//! launch half2_axpy(a, x, y, out, n) grid=(n+1023)/1024 block=256

#include <cuda_fp16.h>

template <typename WIDE> static __device__ void axpy(float a, const __half *x, const __half *y, __half *out, int n)
{
    const int each = sizeof(WIDE) / sizeof(__half);
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    if (i + each > n) {
        for (; i < n; i++)
            out[i] = __hfma(__float2half(a), x[i], y[i]);
        return;
    }
    WIDE from = *(const WIDE *)(x + i), to = *(const WIDE *)(y + i);
    for (int e = 0; e < each / 2; e++)
        ((__half2 *)&to)[e] = __hfma2(__float2half2_rn(a), ((__half2 *)&from)[e], ((__half2 *)&to)[e]);
    *(WIDE *)(out + i) = to;
}

extern "C" __global__ void half2_axpy(float a, const __half *x, const __half *y, __half *out, int n)
{
    axpy<uint2>(a, x, y, out, n);
}
