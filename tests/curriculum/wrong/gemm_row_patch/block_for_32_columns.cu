//? status: gate
//? says: More come from too many blocks
// Launches a block for every 32 columns.
//
//! launch gemm_row_patch(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32

extern "C" __global__ void gemm_row_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[32][32];
    __shared__ float tile_b[32][256];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 32 + y;
    int col = blockIdx.x * 256 + x; // and 7 more, 32 columns apart
    float sum[8] = {};

    for (int first = 0; first < k; first += 32) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        for (int q = 0; q < 8; q++)
            tile_b[y][32 * q + x] = first + y < k && col + 32 * q < n ? b[(first + y) * n + col + 32 * q] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 32; i++) {
            float one = tile_a[y][i];
            for (int q = 0; q < 8; q++)
                sum[q] += one * tile_b[i][32 * q + x];
        }
        __syncthreads();
    }
    for (int q = 0; q < 8; q++)
        if (row < m && col + 32 * q < n)
            c[row * n + col + 32 * q] = sum[q];
}
