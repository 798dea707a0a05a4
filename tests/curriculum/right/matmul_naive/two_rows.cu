// A thread computes two elements of its column.
//
//! launch matmul_naive(a, b, c, m, n, k) grid=(n+31)/32,(m+15)/16 block=32,8

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 16 + threadIdx.y, below = row + 8;
    if (row >= m || col >= n)
        return;
    float first = 0.0f, second = 0.0f;
    for (int i = 0; i < k; i++) {
        float right = b[i * n + col];
        first += a[row * k + i] * right;
        second += a[min(below, m - 1) * k + i] * right;
    }
    c[row * n + col] = first;
    if (below < m)
        c[below * n + col] = second;
}
