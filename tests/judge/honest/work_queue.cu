//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a persistent kernel that takes tiles from a counter
__device__ int next_tile;
//! launch reset() grid=1 block=1
//! launch add(a, b, c, n) grid=8 block=128
extern "C" __global__ void reset()
{
    next_tile = 0;
}
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    __shared__ int tile;
    for (;;) {
        if (threadIdx.x == 0)
            tile = atomicAdd(&next_tile, 1);
        __syncthreads();
        int i = tile * 128 + threadIdx.x;
        if (tile * 128 >= n)
            return;
        if (i < n)
            c[i] = a[i] + b[i];
        __syncthreads();
    }
}
