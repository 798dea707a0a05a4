//! launch wmma_tile(a, b, c, k) grid=tiles block=16,16
#include <cuda_fp16.h>
extern "C" __global__ void wmma_tile(const __half *a, const __half *b, float *c, int k)
{
    int x = threadIdx.x, y = threadIdx.y, tile = blockIdx.x;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += __half2float(a[(tile * 16 + y) * k + i]) * __half2float(b[(tile * k + i) * 16 + x]);
    c[(tile * 16 + y) * 16 + x] = sum;
}
