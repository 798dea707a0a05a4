// weighted_histogram: counts[b] = the weights of the values b. A block adds in shared memory first.
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

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    for (int j = i; j < n / 4; j += step) {
        int4 four = ((const int4 *)values)[j];
        int4 weight = ((const int4 *)weights)[j];
        atomicAdd(&mine[four.x], weight.x);
        atomicAdd(&mine[four.y], weight.y);
        atomicAdd(&mine[four.z], weight.z);
        atomicAdd(&mine[four.w], weight.w);
    }
    if (i < n % 4)
        atomicAdd(&mine[values[n / 4 * 4 + i]], weights[n / 4 * 4 + i]);
    __syncthreads();

    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (mine[b])
            atomicAdd(&counts[b], mine[b]);
}
