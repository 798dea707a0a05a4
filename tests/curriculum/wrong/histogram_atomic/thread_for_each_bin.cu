//? status: unsafe
//? finding: out_of_bounds
//? says: 255 threads run past its end: a bounds check is missing
// Stores one count for each thread, however many bins there are.
//
//! zero counts
//! launch histogram_atomic(values, counts, n) grid=min((n+255)/256,4*sm_count) block=256

extern "C" __global__ void histogram_atomic(const int *values, unsigned *counts, int n)
{
    __shared__ unsigned temp[256];
    temp[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&temp[values[i]], 1);
    __syncthreads();
    counts[threadIdx.x] = temp[threadIdx.x];
}
