//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: an index that overflows 32 bits to something negative
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = i * 65536 * 40000;
    if (i < n)
        c[i] = a[i] + b[i] + (i == 3 ? b[k | 0x80000000] : 0);
    if (i == 0)
        c[0] += b[(int)0x80000000];
}
