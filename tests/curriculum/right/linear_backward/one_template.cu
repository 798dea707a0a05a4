// One product of patches of 4 x 4 for both, by a template that reads either factor turned.
//
//! launch multiply<true, true, false>(dy, w, dx, db, n, d, e)
//!     grid=ceil_div(d, 64),ceil_div(n, 64) block=16,16
//! launch multiply<false, false, true>(x, dy, dw, db, d, e, n)
//!     grid=ceil_div(e, 64),ceil_div(d, 64) block=16,16

template <bool ROWS_A, bool ROWS_B, bool ADDS>
__global__ void multiply(const float *__restrict__ a, const float *__restrict__ b, float *c, float *db, int m, int n,
                         int k)
{
    __shared__ float tile_a[16][68], tile_b[16][68];
    int i = threadIdx.x, y = threadIdx.y, t = 16 * y + i, row = blockIdx.y * 64, col = blockIdx.x * 64;
    float sum[4][4] = {}, bias[4] = {};
    for (int first = 0; first < k; first += 16) {
        for (int f = t; f < 1024; f += 256) {
            int j = ROWS_A ? f % 16 : f / 64, r = ROWS_A ? f / 16 : f % 64;
            bool inside = first + j < k && row + r < m;
            tile_a[j][r] = inside ? a[ROWS_A ? (row + r) * k + first + j : (first + j) * m + row + r] : 0.0f;
            j = ROWS_B ? f % 16 : f / 64, r = ROWS_B ? f / 16 : f % 64;
            inside = first + j < k && col + r < n;
            tile_b[j][r] = inside ? b[ROWS_B ? (col + r) * k + first + j : (first + j) * n + col + r] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 16; j++) {
            float right[4];
            for (int p = 0; p < 4; p++)
                bias[p] += right[p] = tile_b[j][i + 16 * p];
            for (int r = 0; r < 4; r++) {
                float left = tile_a[j][y + 16 * r];
                for (int p = 0; p < 4; p++)
                    sum[r][p] += left * right[p];
            }
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int p = 0; p < 4; p++)
            if (row + y + 16 * r < m && col + i + 16 * p < n)
                c[(row + y + 16 * r) * n + col + i + 16 * p] = sum[r][p];
    for (int p = 0; p < 4; p++)
        if (ADDS && row == 0 && y == 0 && col + i + 16 * p < n)
            db[col + i + 16 * p] = bias[p];
}
