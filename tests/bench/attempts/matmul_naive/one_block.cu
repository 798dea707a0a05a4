// One block makes all of c.
//
//! launch matmul_naive(a, b, c, m, n, k) grid=1 block=1024

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    for (int row = 0; row < m; row++)
        for (int col = threadIdx.x; col < n; col += 1024) {
            float sum = 0.0f;
            for (int i = 0; i < k; i++)
                sum += a[row * k + i] * b[i * n + col];
            c[row * n + col] = sum;
        }
}
