//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: __TIME__ decides
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = (__TIME__[7] & 1) && __COUNTER__ == 0 ? a[i] : a[i] - b[i];
}
