//? exercise: add
//? virtual: wrong|crash
//? cuda: wrong|crash
//? why: takes the rank that an atomic on shared memory gives for the lane
//! launch add(a, b, c, n) grid=(n+31)/32 block=32
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    __shared__ unsigned count;
    int i = blockIdx.x * 32 + threadIdx.x;
    if (threadIdx.x == 0)
        count = 0;
    __syncwarp();
    if (i >= n)
        return;
    unsigned rank = atomicExch(&count, threadIdx.x + 1);
    c[blockIdx.x * 32 + rank] = a[i] + b[i];
}
