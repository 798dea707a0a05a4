//? exercise: matmul
//? virtual: wrong
//? cuda: wrong
//? why: arithmetic in f16 behind the name float
//! launch matmul(a, b, c, m, n, k) grid=(n+15)/16, (m+15)/16 block=16, 16
#include <cuda_fp16.h>
struct word {
    __half value;
    __device__ word(float f) : value(__float2half(f)) {}
    __device__ word operator*(word o) const { return word(__half2float(__hmul(value, o.value))); }
    __device__ word operator+(word o) const { return word(__half2float(__hadd(value, o.value))); }
    __device__ operator float() const { return __half2float(value); }
};
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= m || col >= n)
        return;
    word sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum = sum + word(a[row * k + i]) * word(b[i * n + col]);
    c[row * n + col] = sum;
}
