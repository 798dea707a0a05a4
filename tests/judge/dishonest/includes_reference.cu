//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: includes the reference by a relative path
#include "../../kernels/add.cu"
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
}
