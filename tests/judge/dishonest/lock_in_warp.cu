//? exercise: add
//? virtual: unsafe|timeout
//? cuda: unsafe|timeout
//? why: takes a lock and never gives it back
__device__ int lock;
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    if (i < n)
        c[i] = a[i] + b[i];
}
