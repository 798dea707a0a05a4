//? exercise: add
//? virtual: unsafe|timeout
//? cuda: unsafe|timeout
//? why: blocks that wait for each other in a ring
__device__ int arrived[1 << 16];
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x + 1 < gridDim.x && threadIdx.x == 0)
        while (((volatile int *)arrived)[blockIdx.x + 1] == 0)
            ;
    __syncthreads();
    if (threadIdx.x == 0)
        ((volatile int *)arrived)[blockIdx.x] = 1;
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0)
        while (((volatile int *)arrived)[0] == 0 || gridDim.x == 1)
            ;
    if (i < n)
        c[i] = a[i] + b[i];
}
