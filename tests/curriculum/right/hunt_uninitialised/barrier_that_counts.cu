// The barrier itself counts the threads whose element is positive.
//
//! launch hunt_uninitialised(in, counts, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_uninitialised(const float *in, int *counts, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    int count = __syncthreads_count(i < n && in[i] > 0.0f);
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count;
}
