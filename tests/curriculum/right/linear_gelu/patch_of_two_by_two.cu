// Two rows and two columns for each thread, 32 columns apart.
//
//! launch linear_gelu(x, w, bias, y, m, n, k) grid=(n+63)/64,(m+15)/16 block=32,8

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void linear_gelu(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    int col = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    int cols[2] = {min(col, n - 1), min(col + 32, n - 1)}, rows[2] = {min(row, m - 1), min(row + 8, m - 1)};
    float sums[2][2] = {{bias[cols[0]], bias[cols[1]]}, {bias[cols[0]], bias[cols[1]]}};
    for (int i = 0; i < k; i++) {
        float left[2] = {x[rows[0] * k + i], x[rows[1] * k + i]};
        float right[2] = {w[i * n + cols[0]], w[i * n + cols[1]]};
#pragma unroll
        for (int r = 0; r < 2; r++)
#pragma unroll
            for (int c = 0; c < 2; c++)
                sums[r][c] += left[r] * right[c];
    }
#pragma unroll
    for (int r = 0; r < 2; r++)
#pragma unroll
        for (int c = 0; c < 2; c++)
            if (row + 8 * r < m && col + 32 * c < n)
                y[(row + 8 * r) * n + col + 32 * c] = gelu(sums[r][c]);
}
