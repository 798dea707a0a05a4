// gemm_tiled_rows: lanes read a column of the tile of b, so that tile has a pitch of 33.
//
//! launch gemm_tiled_rows(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32

extern "C" __global__ void gemm_tiled_rows(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[32][32];
    __shared__ float tile_b[32][33];
    int x = threadIdx.x, y = threadIdx.y;
    int first_col = blockIdx.x * 32;
    int row = blockIdx.y * 32 + y;
    float sum = 0.0f;

    for (int first = 0; first < k; first += 32) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        tile_b[y][x] = first_col + y < n && first + x < k ? b[(first_col + y) * k + first + x] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += tile_a[y][i] * tile_b[x][i];
        __syncthreads();
    }
    if (row < m && first_col + x < n)
        c[row * n + first_col + x] = sum;
}
