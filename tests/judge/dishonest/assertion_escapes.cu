//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: an assertion whose text is terminal escapes
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#include <assert.h>
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(!"\033[2J\033]0;title\007");
}
