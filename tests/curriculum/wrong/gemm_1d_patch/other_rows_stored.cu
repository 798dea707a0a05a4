//? status: wrong
//? says: Compare the row that is computed with the row where it is stored
// Computes rows 8*y + r and stores them as rows y + 8*r.
//
//! launch gemm_1d_patch(a, b, c, m, n, k) grid=(n+31)/32,(m+63)/64 block=32,8

extern "C" __global__ void gemm_1d_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[64][32];
    __shared__ float tile_b[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32 + x;
    int row = blockIdx.y * 64;
    float sum[8] = {};

    for (int first = 0; first < k; first += 32) {
        for (int r = y; r < 64; r += 8)
            tile_a[r][x] = row + r < m && first + x < k ? a[(row + r) * k + first + x] : 0.0f;
        for (int r = y; r < 32; r += 8)
            tile_b[r][x] = first + r < k && col < n ? b[(first + r) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 32; i++) {
            float one = tile_b[i][x];
            for (int r = 0; r < 8; r++)
                sum[r] += tile_a[8 * y + r][i] * one;
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        if (row + y + 8 * r < m && col < n)
            c[(row + y + 8 * r) * n + col] = sum[r];
}
