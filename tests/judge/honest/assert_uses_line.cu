//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: #line and __FILE__ in an assertion that holds
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#include <cassert>
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#line 1 "mine.cu"
    assert(i >= 0 && __LINE__ == 1);
    if (i < n)
        c[i] = a[i] + b[i];
}
