//? exercise: matmul
//? virtual: wrong
//? cuda: wrong
//? why: a product in f16
#include <cuda_fp16.h>
//! launch matmul(a, b, c, m, n, k) grid=((n+15)/16), ((m+15)/16) block=16, 16
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= m || column >= n)
        return;
    __half sum = __float2half(0.0f);
    for (int i = 0; i < k; i++)
        sum = __hfma(__float2half(a[row * k + i]), __float2half(b[i * n + column]), sum);
    c[row * n + column] = __half2float(sum);
}
