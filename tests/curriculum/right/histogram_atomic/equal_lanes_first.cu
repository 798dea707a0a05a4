// Lanes with the same value find each other. One of them adds for all.
//
//! zero counts
//! launch histogram_atomic<unsigned>(values, counts, n, bins)
//!     grid=min((n+2047)/2048,2*sm_count) block=1024
//! shared=4*bins

template <typename Count> __global__ void histogram_atomic(const int *values, Count *counts, int n, int bins)
{
    extern __shared__ unsigned mine[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    int lane = threadIdx.x % 32, end = (n + 31) / 32 * 32; // a warp stays together to the end
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x) {
        int v = i < n ? values[i] : -1;
        unsigned equal = __match_any_sync(0xffffffff, v);
        if (v >= 0 && __ffs(equal) - 1 == lane)
            atomicAdd(&mine[v], __popc(equal));
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (mine[b])
            atomicAdd(&counts[b], mine[b]);
}
