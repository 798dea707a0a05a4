// Each of four warps has counts of its own.
//
//! zero counts
//! launch histogram_atomic(values, counts, n, bins)
//!     grid=min((n+1023)/1024,4*sm_count) block=128 shared=16*bins

extern "C" __global__ void histogram_atomic(const int *values, unsigned *counts, int n, int bins)
{
    extern __shared__ unsigned mine[];
    unsigned *own = mine + threadIdx.x / 32 * bins;
    for (int b = threadIdx.x; b < 4 * bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[values[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) {
        unsigned sum = mine[b] + mine[bins + b] + mine[2 * bins + b] + mine[3 * bins + b];
        if (sum)
            atomicAdd(&counts[b], sum);
    }
}
