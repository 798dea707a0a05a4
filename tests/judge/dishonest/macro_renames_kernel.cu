//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: a macro renames the kernel that the plan launches
#define add something_else
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    c[0] = 1;
}
