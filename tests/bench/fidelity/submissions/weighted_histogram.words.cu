//! zero counts
//! launch weighted_histogram(values, weights, counts, n, bins) grid=min((n+1023)/1024,2*sm_count) block=1024 shared=4*bins
extern "C" __global__ void weighted_histogram(const int *values, const int *weights, int *counts, int n, int bins)
{
    extern __shared__ int mine[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[values[i]], weights[i]);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (mine[b])
            atomicAdd(&counts[b], mine[b]);
}
