//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: 64 KiB of shared memory, 16 more than a block may declare
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile[16384];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x * 64] = i < n ? a[i] : 0.0f;
    __syncthreads();
    if (i < n)
        c[i] = tile[threadIdx.x * 64] + b[i];
}
