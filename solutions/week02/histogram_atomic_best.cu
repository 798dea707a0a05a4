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

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    for (int j = i; j < n / 4; j += step) {
        int4 four = ((const int4 *)values)[j];
        atomicAdd(&mine[four.x], 1);
        atomicAdd(&mine[four.y], 1);
        atomicAdd(&mine[four.z], 1);
        atomicAdd(&mine[four.w], 1);
    }
    if (i < n % 4)
        atomicAdd(&mine[values[n / 4 * 4 + i]], 1);
    __syncthreads();

    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (mine[b])
            atomicAdd(&counts[b], mine[b]);
}
