// Reference for weighted_histogram: exact.
//
//! zero counts
//! launch weighted_histogram_reference(values, weights, counts, n) grid=(n+255)/256 block=256

extern "C" __global__ void weighted_histogram_reference(const int *values, const int *weights, int *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[values[i]], weights[i]);
}
