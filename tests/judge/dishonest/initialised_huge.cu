//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? tier: stress
//? why: a gigabyte of initialised memory
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
__device__ float table[1 << 28] = {1};
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = table[i];
}
