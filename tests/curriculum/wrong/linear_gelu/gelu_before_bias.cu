//? status: wrong
//? says: matches this slip: The bias is added after GELU.
// Adds the bias after GELU.
//
//! launch linear_gelu(x, w, bias, y, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,8

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void linear_gelu(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + threadIdx.y * 4;
    if (col >= n || row >= m)
        return;
    const float *rows[4];
#pragma unroll
    for (int r = 0; r < 4; r++)
        rows[r] = x + (size_t)min(row + r, m - 1) * k; // rows beyond the last repeat it, and are not stored

    float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int i = 0; i < k; i++) {
        float weight = w[(size_t)i * n + col];
#pragma unroll
        for (int r = 0; r < 4; r++)
            sums[r] += rows[r][i] * weight;
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
        if (row + r < m)
            y[(size_t)(row + r) * n + col] = gelu(sums[r]) + bias[col];
}
