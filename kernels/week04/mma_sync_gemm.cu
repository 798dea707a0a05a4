//! launch mma_sync_gemm(a, b, c, m, n, k) grid=(n+15)/16,(m+15)/16 block=16,16
#include <cuda_fp16.h>
extern "C" __global__ void mma_sync_gemm(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += __half2float(a[row * k + i]) * __half2float(b[i * n + col]);
    c[row * n + col] = sum;
}
