//! launch matmul_transposed_a(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32
extern "C" __global__ void matmul_transposed_a(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float left[32][32], right[32][32];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y, down = blockIdx.y * 32 + x;
    float sum = 0.0f;
    for (int first = 0; first < k; first += 32) {
        left[y][x] = first + y < k && down < m ? a[(first + y) * m + down] : 0.0f;
        right[y][x] = first + y < k && col < n ? b[(first + y) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += left[i][y] * right[i][x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
