//? status: gate
//? says: bank
// A column of the tile of b lies in one bank.
//
//! launch scores(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,8

extern "C" __global__ void scores(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[32][32], tile_b[32][32];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32;
    float sum[4] = {};
    for (int first = 0; first < k; first += 32) {
        for (int r = y; r < 32; r += 8) {
            tile_a[r][x] = row + r < m && first + x < k ? a[(row + r) * k + first + x] : 0.0f;
            tile_b[r][x] = col + r < n && first + x < k ? b[(col + r) * k + first + x] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 32; i++)
            for (int r = 0; r < 4; r++)
                sum[r] += tile_a[y + 8 * r][i] * tile_b[x][i];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        if (row + y + 8 * r < m && col + x < n)
            c[(row + y + 8 * r) * n + col + x] = sum[r];
}
