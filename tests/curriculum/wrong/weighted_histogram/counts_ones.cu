//? status: wrong
//? says: matches this slip: Each value counts 1.
// The weights are not used.
//
//! zero counts
//! launch weighted_histogram(values, weights, counts, n, bins)
//!     grid=min((n+2047)/2048,4*sm_count) block=512 shared=4*bins

extern "C" __global__ void weighted_histogram(const int *values, const int *weights, int *counts, int n, int bins)
{
    extern __shared__ int mine[]; // this block's counts
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();

    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();

    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (mine[b])
            atomicAdd(&counts[b], mine[b]);
}
