// Lanes of one bin add their weights with one instruction, and one of them adds in shared memory.
//
//! zero counts
//! launch hist(values, weights, counts, n, bins) grid=min(ceil_div(n, 1024), 4*sm_count) block=256 shared=4*bins
extern "C" __global__ void hist(const int *values, const int *weights, int *counts, int n, int bins)
{
    extern __shared__ int mine[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    int rounds = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
    for (int k = 0; k < rounds; k++) {
        int i = (k * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
        bool in = i < n;
        const unsigned active = 0xffffffff;
        int v = in ? values[i] : -1, w = in ? weights[i] : 0;
        unsigned same = __match_any_sync(active, v);
        int sum = __reduce_add_sync(same, w);
        if (in && __ffs(same) - 1 == (threadIdx.x & 31))
            atomicAdd(&mine[v], sum);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (mine[b])
            atomicAdd(&counts[b], mine[b]);
}
