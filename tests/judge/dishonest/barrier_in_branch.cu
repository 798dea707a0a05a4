//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: a barrier that not all reach
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 16)
        __syncthreads();
    else
        asm volatile("bar.sync 1, 512;");
    if (i < n)
        c[i] = a[i] + b[i];
}
