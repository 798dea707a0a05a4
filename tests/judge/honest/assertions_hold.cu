//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: assertions that hold
#include <cassert>
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(n > 0 && blockDim.x == 256);
    if (i < n)
        c[i] = a[i] + b[i];
}
