//? params:
//?   - {name: values, type: i32, shape: [n], role: in, init: "integers(0, bins - 1)"}
//?   - {name: counts, type: u32, shape: [bins], role: out}
//?   - {name: n, type: i32}
//?   - {name: bins, type: i32}
//? bytes: 4*n + 4*bins
//! zero counts
//! launch count_shared(values, counts, n, bins) grid=528 block=256 shared=4*bins
extern "C" __global__ void count_shared(const int *values, unsigned *counts, int n, int bins)
{
    extern __shared__ unsigned mine[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[values[i]], 1); //@ begin end
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        atomicAdd(&counts[b], mine[b]);
}
