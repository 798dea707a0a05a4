//! launch linear(x, w, bias, y, m, n, k) grid=(n+127)/128,(m+7)/8 block=128
extern "C" __global__ void linear(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    int col = blockIdx.x * 128 + threadIdx.x, row = blockIdx.y * 8;
    if (col >= n)
        return;
    float sums[8] = {};
    for (int i = 0; i < k; i++) {
        float weight = w[(size_t)i * n + col];
#pragma unroll
        for (int r = 0; r < 8; r++)
            sums[r] += x[(size_t)min(row + r, m - 1) * k + i] * weight;
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
        if (row + r < m) {
            float v = sums[r] + bias[col];
            y[(size_t)(row + r) * n + col] = 0.5f * v * (1.0f + erff(v * 0.70710678f));
        }
}
