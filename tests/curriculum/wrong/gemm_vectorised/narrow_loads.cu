//? status: gate
//? says: Warp loads from shared memory: 16 384
// The patch of 8 x 8, four bytes at a time.
//
//! launch gemm_vectorised(a, b, c, m, n, k) grid=(n+127)/128,(m+127)/128 block=16,16

extern "C" __global__ void gemm_vectorised(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[128][16];
    __shared__ float tile_b[16][128];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 128 + y; // this thread has rows row, row + 16, .., row + 112
    int col = blockIdx.x * 128 + x; // and columns col, col + 16, .., col + 112
    float sum[8][8] = {};

    for (int first = 0; first < k; first += 16) {
        for (int r = 0; r < 8; r++)
            tile_a[y + 16 * r][x] = row + 16 * r < m && first + x < k ? a[(row + 16 * r) * k + first + x] : 0.0f;
        for (int q = 0; q < 8; q++)
            tile_b[y][x + 16 * q] = first + y < k && col + 16 * q < n ? b[(first + y) * n + col + 16 * q] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            float of_a[8], of_b[8];
            for (int r = 0; r < 8; r++)
                of_a[r] = tile_a[y + 16 * r][i];
            for (int q = 0; q < 8; q++)
                of_b[q] = tile_b[i][x + 16 * q];
            for (int r = 0; r < 8; r++)
                for (int q = 0; q < 8; q++)
                    sum[r][q] += of_a[r] * of_b[q];
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        for (int q = 0; q < 8; q++)
            if (row + 16 * r < m && col + 16 * q < n)
                c[(row + 16 * r) * n + col + 16 * q] = sum[r][q];
}
