//? exercise: histogram
//? virtual: wrong
//? cuda: wrong
//? why: counters of a byte, which hold what evenly spread numbers need
//! zero counts
//! launch histogram(x, counts, n) grid=1 block=256
extern "C" __global__ void histogram(const int *x, unsigned *counts, int n)
{
    __shared__ unsigned packed[4];
    if (threadIdx.x < 4)
        packed[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&packed[x[i] / 4], 1u << x[i] % 4 * 8);
    __syncthreads();
    if (threadIdx.x < 16)
        counts[threadIdx.x] = packed[threadIdx.x / 4] >> threadIdx.x % 4 * 8 & 255;
}
