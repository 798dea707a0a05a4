//? status: unsafe
//? says: The index that is threadIdx.x runs to 31, and tile ends at 15 there
// A block of 32 x 32 threads for a tile of 16 x 16.
//
//! launch gemm_2d_patch(a, b, c, m, n, k) grid=(n+15)/16,(m+15)/16 block=32,32

extern "C" __global__ void gemm_2d_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float sum = 0.0f;
    for (int first = 0; first < k; first += 16) {
        tile[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 16 && first + i < k; i++)
            sum += col < n ? tile[y][i] * b[(first + i) * n + col] : 0.0f;
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
