// vector_add: c[i] = a[i] + b[i] for every i from 0 to n-1. Half of it is written.
//
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    // Thread 3 of block 2 has element 2 * 256 + 3 = 515.
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // TODO: n = 1000 starts 4 blocks, which are 1024 threads. Which of them have no element?
    // Let those return here.

    // TODO: load element i of a and of b. Store their sum to element i of c.
}
