//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: rounds the result to 19 bits
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = __uint_as_float(__float_as_uint(a[i] + b[i]) & 0xffffe000u);
}
