//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: kernels named like those that compare
extern "C" __global__ void compare_f32(const float *a, const float *b, unsigned long n, double x, double y,
                                       unsigned long *failures)
{
    *failures = 0;
}
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1)
        c[i] = a[i] + b[i];
    else if (i == n - 1)
        c[i] = 0;
}
