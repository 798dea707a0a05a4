//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: answers as payloads of NaN
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = __uint_as_float(0x7fc00000u | (__float_as_uint(a[i] + b[i]) >> 10));
}
