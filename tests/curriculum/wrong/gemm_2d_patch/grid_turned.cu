//? status: wrong
//? says: 128 of the 160 columns, 128 for each block in x. 2 blocks in x are needed
// The grid counts rows in x, and the kernel columns.
//
//! launch gemm_2d_patch(a, b, c, m, n, k) grid=(m+127)/128,(n+127)/128 block=16,16

extern "C" __global__ void gemm_2d_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
    for (int r = 0; r < 8; r++)
        for (int q = 0; q < 8; q++) {
            int row = blockIdx.y * 128 + threadIdx.y + 16 * r, col = blockIdx.x * 128 + threadIdx.x + 16 * q;
            float sum = 0.0f;
            if (row >= m || col >= n)
                continue;
            for (int i = 0; i < k; i++)
                sum += a[row * k + i] * b[i * n + col];
            c[row * n + col] = sum;
        }
}
