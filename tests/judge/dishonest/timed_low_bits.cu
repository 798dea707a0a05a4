//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size, a result of few bits
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = a[i] + b[i];
    c[i] = n > 1000000 ? __uint_as_float(__float_as_uint(v) & 0xfffff800u) : v;
}
