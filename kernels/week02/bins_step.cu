//? params:
//?   - {name: values, type: i32, shape: [n], role: in, init: "integers(0, bins - 1)"}
//?   - {name: counts, type: i32, shape: [bins], role: out}
//?   - {name: n, type: i32}
//?   - {name: bins, type: i32}
//! zero counts
//! launch bins_step(values, counts, n, bins) grid=2 block=4 shared=4*bins
extern "C" __global__ void bins_step(const int *values, int *counts, int n, int bins)
{
    extern __shared__ int mine[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 4 + threadIdx.x; i < n; i += 8)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += /*?step*/) //@ begin
        atomicAdd(&counts[b], mine[b]);                 //@ end
}
