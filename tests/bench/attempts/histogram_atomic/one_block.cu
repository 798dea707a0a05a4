// One block counts all values in shared memory.
//
//! zero counts
//! launch histogram_atomic(values, counts, n, bins) grid=1 block=1024 shared=4*bins

extern "C" __global__ void histogram_atomic(const int *values, unsigned *counts, int n, int bins)
{
    extern __shared__ unsigned mine[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        counts[b] = mine[b];
}
