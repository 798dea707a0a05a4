//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: persistent blocks take tiles of 64 by an atomic
//! scratch next u32[1] zero
//! launch add(a, b, c, next, n) grid=5 block=64
extern "C" __global__ void add(const float *a, const float *b, float *c, unsigned *next, int n)
{
    __shared__ unsigned tile;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0)
            tile = atomicAdd(next, 1);
        __syncthreads();
        int i = tile * 64 + threadIdx.x;
        if (tile * 64 >= n)
            return;
        if (i < n)
            c[i] = a[i] + b[i];
    }
}
