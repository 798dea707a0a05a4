//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: an index of 16 bits
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    unsigned short block = blockIdx.x;
    int i = (block & 0x7fff) * 256 + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
