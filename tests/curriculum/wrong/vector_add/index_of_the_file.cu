//? status: unsafe
//? says: i is declared outside of the kernel
// One index for all threads.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256

__device__ int i;
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
