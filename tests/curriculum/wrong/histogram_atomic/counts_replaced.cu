//? status: unsafe
//? says: The plan sets counts to 0, so that each block can add its part
// The blocks replace each other's counts.
//
// histogram_atomic: counts[b] = how many values are b. A block counts in shared memory first.
//
//! zero counts
//! launch histogram_atomic(values, counts, n, bins)
//!     grid=min((n+2047)/2048,4*sm_count) block=512 shared=4*bins

extern "C" __global__ void histogram_atomic(const int *values, unsigned *counts, int n, int bins)
{
    extern __shared__ unsigned mine[]; // this block's counts
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();

    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();

    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (mine[b])
            counts[b] = mine[b];
}
