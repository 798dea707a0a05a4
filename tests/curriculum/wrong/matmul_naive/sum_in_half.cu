//? status: wrong
//? says: further off than rounding
// The sum is kept in f16.
#include <cuda_fp16.h>
//
//! launch matmul_naive(a, b, c, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    __half sum = __float2half(0.0f);
    for (int i = 0; i < k; i++)
        sum = __hfma(__float2half(a[row * k + i]), __float2half(b[i * n + col]), sum);
    c[row * n + col] = __half2float(sum);
}
