//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: terminal escapes in an error
#error ]0;owned[2J[31mred ‮ tfel ot thgir
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
}
