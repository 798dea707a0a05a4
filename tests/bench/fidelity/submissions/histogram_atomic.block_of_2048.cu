//! zero counts
//! launch histogram(values, counts, n, bins) grid=(n+2047)/2048 block=256 shared=4*bins
extern "C" __global__ void histogram(const int *values, unsigned *counts, int n, int bins)
{
    extern __shared__ unsigned mine[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 2048 + threadIdx.x; i < min((blockIdx.x + 1) * 2048, n); i += 256)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        atomicAdd(&counts[b], mine[b]);
}
