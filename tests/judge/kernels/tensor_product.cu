//! launch product(a, b, c, m, n, k) grid=(n+15)/16, (m+15)/16 block=16, 16
#include <cuda_fp16.h>
extern "C" __global__ void product(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= m || column >= n)
        return;
    double sum = 0;
    for (int i = 0; i < k; i++)
        sum += (double)__half2float(a[row * k + i]) * __half2float(b[i * n + column]);
    c[row * n + column] = sum;
}
