//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: terminal escapes in a kernel name
//! launch add[2J(a, b, c, n) grid=1 block=1
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
}
