//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: one element before the output, by unsigned wrap
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
    if (i == 0)
        c[0xffffffffu + (size_t)0 - 0x100000000ull + i] = 1;
}
