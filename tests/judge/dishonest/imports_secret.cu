//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: reads a file by other directives
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#import "/etc/passwd"
#include_next </etc/passwd>
#pragma GCC dependency "/etc/passwd"
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
}
