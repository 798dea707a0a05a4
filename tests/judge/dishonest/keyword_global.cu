//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: makes __global__ nothing
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#undef __global__
#define __global__
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
