//? exercise: half_add
//? virtual: wrong
//? cuda: wrong
//? why: sums in integers, without carries into the exponent
//! launch half_add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void half_add(const unsigned short *a, const unsigned short *b, unsigned short *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = (a[i] & 0x8000) == (b[i] & 0x8000) ? a[i] + (b[i] & 0x3ff) : a[i];
}
