//! launch product(a, b, c, m, n, k) grid=(n+15)/16,(m+15)/16 block=16,16
extern "C" __global__ void product(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float x[16][16], y[16][16];
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    float sum = 0.0f;
    for (int i = 0; i < k; i += 16) {
        x[threadIdx.y][threadIdx.x] = row < m && i + threadIdx.x < k ? a[row * k + i + threadIdx.x] : 0.0f;
        y[threadIdx.y][threadIdx.x] = col < n && i + threadIdx.y < k ? b[(i + threadIdx.y) * n + col] : 0.0f;
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += x[threadIdx.y][j] * y[j][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
