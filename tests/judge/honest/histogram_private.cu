//? exercise: histogram
//? virtual: pass
//? cuda: pass
//? why: a private histogram of each warp in shared memory
//! zero counts
//! launch histogram(x, counts, n) grid=3 block=128
extern "C" __global__ void histogram(const int *x, unsigned *counts, int n)
{
    __shared__ unsigned own[4][16];
    if (threadIdx.x < 64)
        own[threadIdx.x / 16][threadIdx.x % 16] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += 3 * 128)
        atomicAdd(&own[threadIdx.x / 32][x[i]], 1u);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&counts[threadIdx.x],
                  own[0][threadIdx.x] + own[1][threadIdx.x] + own[2][threadIdx.x] + own[3][threadIdx.x]);
}
