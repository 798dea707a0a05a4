//! launch linear(x, w, bias, y, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32
extern "C" __global__ void linear(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    __shared__ float p[32][32], q[32][32];
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
    float sum = 0.0f;
    for (int i = 0; i < k; i += 32) {
        p[threadIdx.y][threadIdx.x] = row < m && i + threadIdx.x < k ? x[(size_t)row * k + i + threadIdx.x] : 0.0f;
        q[threadIdx.y][threadIdx.x] = col < n && i + threadIdx.y < k ? w[(size_t)(i + threadIdx.y) * n + col] : 0.0f;
        __syncthreads();
        for (int j = 0; j < 32; j++)
            sum += p[threadIdx.y][j] * q[j][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n) {
        float v = sum + bias[col];
        y[(size_t)row * n + col] = 0.5f * v * (1.0f + erff(v * 0.70710678f));
    }
}
