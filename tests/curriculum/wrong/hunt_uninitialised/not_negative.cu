//? status: wrong
//? says: expected
// Counts zeros, too.
//
//! launch hunt_uninitialised(in, counts, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_uninitialised(const float *in, int *counts, int n)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n && in[i] >= 0.0f)
        atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count;
}
