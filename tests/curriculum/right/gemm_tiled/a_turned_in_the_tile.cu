// The tile of a is stored turned, with a pitch of 33: reading it is a broadcast all the same.
//
//! launch gemm_tiled(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=1024

extern "C" __global__ void gemm_tiled(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[32][33], tile_b[32][32];
    int x = threadIdx.x % 32, y = threadIdx.x / 32, row = blockIdx.y * 32 + y, col = blockIdx.x * 32 + x;
    float even = 0.0f, odd = 0.0f;
    for (int first = 0; first < k; first += 32) {
        tile_a[x][y] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        tile_b[y][x] = col < n && first + y < k ? b[(first + y) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 32; i += 2) {
            even += tile_a[i][y] * tile_b[i][x];
            odd += tile_a[i + 1][y] * tile_b[i + 1][x];
        }
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = even + odd;
}
