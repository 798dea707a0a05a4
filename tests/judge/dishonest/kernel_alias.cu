//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: a kernel that is an alias of another
extern "C" __global__ void other(const float *a, const float *b, float *c, int n)
{
}
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ __attribute__((alias("other"))) void add(const float *a, const float *b, float *c, int n);
