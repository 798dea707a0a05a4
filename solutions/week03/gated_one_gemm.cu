// gated_one_gemm: one element of the tile of x serves both products, and their results meet in
// registers.
//
//! launch gated(x, wg, wu, out, n, d, e) grid=(e+31)/32,(n+63)/64 block=32,8

extern "C" __global__ void gated(const float *x, const float *wg, const float *wu, float *out, int n, int d, int e)
{
    __shared__ float tile_x[64][32];
    __shared__ float tile_g[32][32], tile_u[32][32];
    int i = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32 + i;
    int row = blockIdx.y * 64; // the block's first row; this thread has rows 8*y to 8*y + 7 from there
    float sum_g[8] = {}, sum_u[8] = {};

    for (int first = 0; first < d; first += 32) {
        for (int r = y; r < 64; r += 8)
            tile_x[r][i] = row + r < n && first + i < d ? x[(row + r) * d + first + i] : 0.0f;
        for (int r = y; r < 32; r += 8) {
            int from = (first + r) * e + col;
            bool inside = first + r < d && col < e;
            tile_g[r][i] = inside ? wg[from] : 0.0f;
            tile_u[r][i] = inside ? wu[from] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            float one_g = tile_g[j][i], one_u = tile_u[j][i];
            for (int r = 0; r < 8; r++) {
                float one_x = tile_x[8 * y + r][j];
                sum_g[r] += one_x * one_g;
                sum_u[r] += one_x * one_u;
            }
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        if (row + 8 * y + r < n && col < e)
            out[(row + 8 * y + r) * e + col] = sum_g[r] / (1.0f + expf(-sum_g[r])) * sum_u[r];
}
