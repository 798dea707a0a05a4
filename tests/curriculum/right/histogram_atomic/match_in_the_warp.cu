// The lanes of a warp with equal values add once. A full GPU of blocks, each with its own counts.
//
//! zero counts
//! launch histogram_atomic(values, counts, n, bins) grid=4*sm_count block=256
extern "C" __global__ void histogram_atomic(const int *values, unsigned *counts, int n, int bins)
{
    __shared__ unsigned h[1024];
    for (int b = threadIdx.x; b < bins; b += 256)
        h[b] = 0;
    __syncthreads();
    int rounds = (n + gridDim.x * 256 - 1) / (gridDim.x * 256);
    for (int r = 0; r < rounds; r++) {
        int i = r * gridDim.x * 256 + blockIdx.x * 256 + threadIdx.x;
        int v = i < n ? values[i] : -1;
        unsigned same = __match_any_sync(~0u, v);
        if (v >= 0 && __ffs(same) - 1 == (threadIdx.x & 31))
            atomicAdd(&h[v], __popc(same));
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += 256)
        if (h[b])
            atomicAdd(counts + b, h[b]);
}
