//? status: unsafe
//? finding: uninitialised_shared
//? says: which was never written
// The starter: counts on from whatever was there.
//
//! launch hunt_uninitialised(in, counts, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_uninitialised(const float *in, int *counts, int n)
{
    __shared__ int count;
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n && in[i] > 0.0f)
        atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count;
}
