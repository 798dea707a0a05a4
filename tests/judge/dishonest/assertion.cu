//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: an assertion fails in a large case
#include <cassert>
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(n < 1000);
    if (i < n)
        c[i] = a[i] + b[i];
}
