//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: packs two results into one word on the way
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#include <cuda_bf16.h>
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        __nv_bfloat162 p = __floats2bfloat162_rn(a[i], b[i]);
        c[i] = __low2float(p) + __high2float(p);
    }
}
