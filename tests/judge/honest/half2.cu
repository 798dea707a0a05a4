//? exercise: half_add
//? virtual: pass
//? cuda: pass
//? why: half2 where halves are asked
#include <cuda_fp16.h>
//! launch half_add(a, b, c, n) grid=(n/2+255)/256 block=256
extern "C" __global__ void half_add(const __half2 *a, const __half2 *b, __half2 *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2)
        c[i] = __hadd2(a[i], b[i]);
}
