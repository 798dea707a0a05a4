//? params:
//?   - {name: values, type: i32, shape: [n], role: in, init: "integers(0, bins - 1)"}
//?   - {name: counts, type: u32, shape: [bins], role: out}
//?   - {name: n, type: i32}
//?   - {name: bins, type: i32}
//? bytes: 4*n + 4*bins
//! zero counts
//! launch count_memory(values, counts, n, bins) grid=528 block=256
extern "C" __global__ void count_memory(const int *values, unsigned *counts, int n, int bins)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&counts[values[i]], 1); //@ begin end
}
