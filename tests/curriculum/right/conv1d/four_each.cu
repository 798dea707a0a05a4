// Four elements for each thread, 256 apart, weights in a namespace, and cooperative groups wait.
//
//! copy symbol(taps::filter) weights
//! launch conv1d(in, out, n) grid=(n+1023)/1024 block=256

#include <cooperative_groups.h>

namespace taps
{
__constant__ float filter[33];
}

extern "C" __global__ void conv1d(const float *in, float *out, int n)
{
    __shared__ float tile[1024 + 32];
    long long first = (long long)blockIdx.x * 1024;
    for (int j = threadIdx.x; j < 1024 + 32; j += blockDim.x)
        tile[j] = first - 16 + j >= 0 && first - 16 + j < n ? in[first - 16 + j] : 0.0f;
    cooperative_groups::this_thread_block().sync();
    float sum[4] = {};
    for (int k = 0; k < 33; k++)
        for (int e = 0; e < 4; e++)
            sum[e] += taps::filter[k] * tile[threadIdx.x + 256 * e + k];
    for (int e = 0; e < 4; e++)
        if (first + threadIdx.x + 256 * e < n)
            out[first + threadIdx.x + 256 * e] = sum[e];
}
