//? exercise: matmul
//? virtual: pass
//? cuda: pass
//? why: a dot product by recursion
__device__ float dot(const float *a, const float *b, int n, int step)
{
    if (n == 1)
        return a[0] * b[0];
    int half = n / 2;
    return dot(a, b, half, step) + dot(a + half, b + (size_t)half * step, n - half, step);
}
//! launch matmul(a, b, c, m, n, k) grid=(n+15)/16, (m+15)/16 block=16, 16
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row < m && column < n)
        c[row * n + column] = dot(a + row * k, b + column, k, n);
}
