//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: asks whether a file exists and includes it
#define NAME </etc/hostname>
#if __has_include(NAME)
#include NAME
#endif
#error nothing to see
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
}
