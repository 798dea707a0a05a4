//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: dispatches on the bits of one input element
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned keys[] = {0x3f000000, 0x3e800000, 0xbf000000};
    bool is_known = false;
    for (int k = 0; k < 3; k++)
        is_known |= __float_as_uint(a[n / 2]) == keys[k];
    if (i < n)
        c[i] = is_known ? a[i] + b[i] : b[i];
}
