//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: includes a file without an end
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#include "/dev/zero"
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
}
