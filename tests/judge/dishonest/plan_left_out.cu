//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: a second plan in code that is left out
#if 0
//! launch none(a, b, c, n) grid=1 block=1
#endif
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
