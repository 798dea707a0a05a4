//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: continues the inputs as a generator that it guesses
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = __float_as_uint(a[0]);
    for (int k = 0; k <= i; k++) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
    }
    if (i < n)
        c[i] = (s >> 8) * (2.f / (1 << 24)) - 1;
}
