// A block of 256 threads in one dimension, the tile of a turned with a pitch of 129, as a template.
//
//! launch gemm_2d_patch(a, b, c, m, n, k) grid=(n+127)/128,(m+127)/128 block=256

template <int PATCH, int DEPTH>
static __device__ void product(const float *a, const float *b, float *c, int m, int n, int k)
{
    constexpr int side = 16 * PATCH;
    __shared__ float tile_a[DEPTH][side + 1], tile_b[DEPTH][side];
    int t = threadIdx.x, x = t % 16, y = t / 16, row = blockIdx.y * side, col = blockIdx.x * side;
    float sum[PATCH][PATCH] = {};
    for (int first = 0; first < k; first += DEPTH) {
        for (int e = t; e < side * DEPTH; e += 256) {
            int r = e / DEPTH, i = e % DEPTH, j = e / side, q = e % side;
            tile_a[i][r] = row + r < m && first + i < k ? a[(row + r) * k + first + i] : 0.0f;
            tile_b[j][q] = first + j < k && col + q < n ? b[(first + j) * n + col + q] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < DEPTH; i++)
#pragma unroll
            for (int r = 0; r < PATCH; r++)
#pragma unroll
                for (int q = 0; q < PATCH; q++)
                    sum[r][q] += tile_a[i][y + 16 * r] * tile_b[i][x + 16 * q];
        __syncthreads();
    }
    for (int r = 0; r < PATCH; r++)
        for (int q = 0; q < PATCH; q++)
            if (row + y + 16 * r < m && col + x + 16 * q < n)
                c[(row + y + 16 * r) * n + col + x + 16 * q] = sum[r][q];
}

extern "C" __global__ void gemm_2d_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
    product<8, 8>(a, b, c, m, n, k);
}
