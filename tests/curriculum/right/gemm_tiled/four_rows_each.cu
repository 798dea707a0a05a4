// A block of 32 x 8 threads for a tile of 32 x 32: each thread has four rows of c.
//
//! launch gemm_tiled(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,8

extern "C" __global__ void gemm_tiled(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                                      int m, int n, int k)
{
    __shared__ float tile_a[32][33], tile_b[32][33];
    int x = threadIdx.x, row = blockIdx.y * 32, col = blockIdx.x * 32 + x;
    float sum[4] = {};
    for (int first = 0; first < k; first += 32) {
        for (int r = threadIdx.y; r < 32; r += 8) {
            tile_a[r][x] = row + r < m && first + x < k ? a[(row + r) * k + first + x] : 0.0f;
            tile_b[r][x] = col < n && first + r < k ? b[(first + r) * n + col] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 32; i++)
            for (int r = 0; r < 4; r++)
                sum[r] = fmaf(tile_a[threadIdx.y + 8 * r][i], tile_b[i][x], sum[r]);
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        if (row + threadIdx.y + 8 * r < m && col < n)
            c[(row + threadIdx.y + 8 * r) * n + col] = sum[r];
}
