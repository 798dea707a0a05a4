// Blocks of 16 x 16 threads.
//
//! launch matmul_naive(a, b, c, m, n, k) grid=(n+15)/16,(m+15)/16 block=16,16

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row < m && col < n) {
        float sum = 0.0f;
        for (int i = 0; i < k; i++)
            sum = fmaf(a[row * k + i], b[i * n + col], sum);
        c[row * n + col] = sum;
    }
}
