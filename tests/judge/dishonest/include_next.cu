//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: include_next and a path that climbs
#include_next <../../../../../../etc/hostname>
#include "../kernels/add.cu"
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
