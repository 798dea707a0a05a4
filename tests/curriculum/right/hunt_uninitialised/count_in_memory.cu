// The plan sets the counts to 0, and each warp adds to the count of its segment.
//
//! zero counts
//! launch hunt_uninitialised<float>(in, counts, n) grid=(n+127)/128 block=128

template <typename T> __global__ void hunt_uninitialised(const T *in, int *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int positive = i < n && in[i] > T(0);
    for (int offset = 16; offset > 0; offset /= 2)
        positive += __shfl_down_sync(0xffffffff, positive, offset);
    if (threadIdx.x % 32 == 0 && i < n)
        atomicAdd(&counts[i / 256], positive);
}
