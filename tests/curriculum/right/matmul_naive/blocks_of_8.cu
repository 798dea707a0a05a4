// Blocks of 8 x 8 threads.
//
//! launch matmul_naive(a, b, c, m, n, k) grid=(n+7)/8,(m+7)/8 block=8,8

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * 8 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    if (row < m && col < n) {
        float sum = 0.0f;
        for (int i = 0; i < k; i++)
            sum = fmaf(a[row * k + i], b[i * n + col], sum);
        c[row * n + col] = sum;
    }
}
