//? exercise: tensor_product
//? virtual: wrong
//? cuda: wrong
//? why: the factors in e4m3
//! launch product(a, b, c, m, n, k) grid=n/16,m/16 block=16,16
#include <cuda_fp8.h>
#include <cuda_fp16.h>
extern "C" __global__ void product(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += float(__nv_fp8_e4m3(__half2float(a[row * k + i]))) * __half2float(b[i * n + column]);
    c[row * n + column] = sum;
}
