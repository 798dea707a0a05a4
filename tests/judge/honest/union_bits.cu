//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: adds through unions, memcpy and bit casts
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#include <cstring>
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    union { unsigned u; float f; } x;
    x.u = __float_as_uint(a[i]);
    float y;
    unsigned v = __float_as_uint(b[i]);
    memcpy(&y, &v, 4);
    x.f += y;
    c[i] = __uint_as_float(x.u);
}
