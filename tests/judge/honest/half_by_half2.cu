//? exercise: half_add
//? virtual: pass
//? cuda: pass
//? why: pairs of halves, with the odd one by itself
#include <cuda_fp16.h>
//! launch half_add(a, b, c, n) grid=(n/2+255)/256+1 block=256
extern "C" __global__ void half_add(const __half *a, const __half *b, __half *c, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (2 * i + 1 < n)
        ((__half2 *)c)[i] = __hadd2(((const __half2 *)a)[i], ((const __half2 *)b)[i]);
    else if (2 * i < n)
        c[2 * i] = a[2 * i] + b[2 * i];
}
