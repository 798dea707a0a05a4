//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: #line with escape sequences as the name of the file, in an assertion
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#include <cassert>
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#line 7 "\x1b[2J\x1b]0;owned\x07"
    assert(i < 0);
    if (i < n)
        c[i] = a[i] + b[i];
}
