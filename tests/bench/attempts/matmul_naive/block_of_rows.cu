// 64 blocks, and each makes 32 rows.
//
//! launch matmul_naive(a, b, c, m, n, k) grid=(m+31)/32 block=256

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    int end = min((blockIdx.x + 1) * 32, m);
    for (int row = blockIdx.x * 32; row < end; row++)
        for (int col = threadIdx.x; col < n; col += 256) {
            float sum = 0.0f;
            for (int i = 0; i < k; i++)
                sum += a[row * k + i] * b[i * n + col];
            c[row * n + col] = sum;
        }
}
