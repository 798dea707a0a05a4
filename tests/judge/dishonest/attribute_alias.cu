//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: a second kernel of that name through an assembler label
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = 0;
}
extern "C" __global__ void add2(const float *, const float *, float *, int) __asm__("add");
