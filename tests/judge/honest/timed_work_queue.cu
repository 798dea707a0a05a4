//? exercise: timed_add
//? virtual: pass
//? cuda: pass
//? why: a persistent kernel with a queue, against the clock
//! scratch next i32[1] zero
//! launch add(a, b, c, n, next) grid=sm_count*4 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n, int *next)
{
    __shared__ int tile;
    for (;;) {
        if (threadIdx.x == 0)
            tile = atomicAdd(next, 1);
        __syncthreads();
        int i = tile * 1024 + 4 * threadIdx.x;
        if (tile * 1024 >= n)
            return;
        for (int k = i; k < i + 4 && k < n; k++)
            c[k] = a[k] + b[k];
        __syncthreads();
    }
}
