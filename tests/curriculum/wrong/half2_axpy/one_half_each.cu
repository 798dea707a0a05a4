//? status: gate
//? says: Warp loads from global memory: 16384
// One half in each thread.
//
//! launch half2_axpy(a, x, y, out, n) grid=(n+255)/256 block=256

#include <cuda_fp16.h>

extern "C" __global__ void half2_axpy(float a, const __half *x, const __half *y, __half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __hfma(__float2half(a), x[i], y[i]);
}
