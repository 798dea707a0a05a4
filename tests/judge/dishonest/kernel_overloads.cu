//? exercise: add
//? virtual: wrong|compile_error|crash
//? cuda: wrong|compile_error|crash
//? why: two kernels of one name
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
__global__ void add(const float *a, const float *b, float *c, long n)
{
}
