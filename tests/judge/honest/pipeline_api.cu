//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: cuda_pipeline.h
#include <cuda_pipeline.h>
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    __shared__ float t[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        __pipeline_memcpy_async(&t[threadIdx.x], a + i, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    if (i < n)
        c[i] = t[threadIdx.x] + b[i];
}
