// The patch with loads of 4 bytes, columns 16 apart, and the epilogue in the loop of the stores.
//
//! launch fused_linear_gelu_tiled(x, w, bias, y, m, n, k) grid=(n+127)/128,(m+127)/128 block=16,16

// 0.5 * s * (1 + erf(s / sqrt(2)))
static __device__ float gelu(float s)
{
    return 0.5f * s * (1.0f + erff(s * 0.70710678f));
}

extern "C" __global__ void fused_linear_gelu_tiled(const float *x, const float *w, const float *bias, float *y, int m,
                                                   int n, int k)
{
    __shared__ float tile_x[128][16];
    __shared__ float tile_w[16][128];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 128 + ty; // this thread has rows row, row + 16, .., row + 112
    int col = blockIdx.x * 128 + tx; // and columns col, col + 16, .., col + 112
    float sum[8][8] = {};

    for (int first = 0; first < k; first += 16) {
        for (int r = 0; r < 8; r++)
            tile_x[ty + 16 * r][tx] = row + 16 * r < m && first + tx < k ? x[(row + 16 * r) * k + first + tx] : 0.0f;
        for (int q = 0; q < 8; q++)
            tile_w[ty][tx + 16 * q] = first + ty < k && col + 16 * q < n ? w[(first + ty) * n + col + 16 * q] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            float of_x[8], of_w[8];
            for (int r = 0; r < 8; r++)
                of_x[r] = tile_x[ty + 16 * r][i];
            for (int q = 0; q < 8; q++)
                of_w[q] = tile_w[i][tx + 16 * q];
            for (int r = 0; r < 8; r++)
                for (int q = 0; q < 8; q++)
                    sum[r][q] += of_x[r] * of_w[q];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int q = 0; q < 8; q++)
            if (row + 16 * r < m && col + 16 * q < n)
                y[(row + 16 * r) * n + col + 16 * q] = gelu(sum[r][q] + bias[col + 16 * q]);
}
