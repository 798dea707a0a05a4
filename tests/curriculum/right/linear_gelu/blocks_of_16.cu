// Blocks of 16 x 16 threads, four rows for each thread.
//
//! launch linear_gelu(x, w, bias, y, m, n, k) grid=(n+15)/16,(m+63)/64 block=16,16

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void linear_gelu(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 64 + threadIdx.y;
    if (col >= n)
        return;
    float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int i = 0; i < k; i++) {
        float weight = w[(size_t)i * n + col];
#pragma unroll
        for (int r = 0; r < 4; r++)
            if (row + 16 * r < m)
                sums[r] += x[(size_t)(row + 16 * r) * k + i] * weight;
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
        if (row + 16 * r < m)
            y[(size_t)(row + 16 * r) * n + col] = gelu(sums[r] + bias[col]);
}
