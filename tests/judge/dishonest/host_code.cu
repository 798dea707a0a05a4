//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: brings host code along
#include <cstdio>
int main()
{
    return system("touch /tmp/owned");
}
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
}
