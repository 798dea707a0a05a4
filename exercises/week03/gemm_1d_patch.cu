// gemm_1d_patch: c = a * b. A block computes 64 x 32 elements of c with 32 x 8 threads, and loads
// tiles for them. But each thread computes the first of its 8 rows only: 7/8 of c are missing.
// TODO: compute all 8. An element of the tile of b is loaded once and serves 8 multiply-adds.
//
//! launch gemm_1d_patch(a, b, c, m, n, k) grid=(n+31)/32,(m+63)/64 block=32,8

extern "C" __global__ void gemm_1d_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[64][32];
    __shared__ float tile_b[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32 + x;
    int row = blockIdx.y * 64; // the block's first row; this thread has rows 8*y to 8*y + 7 from there
    float sum[8] = {};

    for (int first = 0; first < k; first += 32) {
        for (int r = y; r < 64; r += 8)
            tile_a[r][x] = row + r < m && first + x < k ? a[(row + r) * k + first + x] : 0.0f;
        for (int r = y; r < 32; r += 8)
            tile_b[r][x] = first + r < k && col < n ? b[(first + r) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 32; i++) {
            sum[0] += tile_a[8 * y][i] * tile_b[i][x];
        }
        __syncthreads();
    }
    if (row + 8 * y < m && col < n)
        c[(row + 8 * y) * n + col] = sum[0];
}
