//? params:
//?   - {name: values, type: i32, shape: [n], role: in, init: "integers(0, bins - 1)"}
//?   - {name: counts, type: i32, shape: [bins], role: out}
//?   - {name: n, type: i32}
//?   - {name: bins, type: i32}
//! launch count_line(values, counts, n, bins) grid=1 block=32 shared=4*bins
extern "C" __global__ void count_line(const int *values, int *counts, int n, int bins)
{
    extern __shared__ int mine[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) { //@ begin
        int v = values[i];
        mine[v]++; //@ count
    }
    __syncthreads(); //@ end
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        counts[b] = mine[b];
}
