// weight_backward: w is stored as e x d here, so dw = dy^T * x. Rows of both tiles are loaded, and
// db is the sum of what the 8 rows of a thread multiply.
//
//! launch weight_backward(x, dy, dw, db, n, d, e) grid=(d+31)/32,(e+63)/64 block=32,8

extern "C" __global__ void weight_backward(const float *x, const float *dy, float *dw, float *db, int n, int d, int e)
{
    __shared__ float tile_dy[32][64];
    __shared__ float tile_x[32][32];
    int i = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32 + i;
    int row = blockIdx.y * 64; // the block's first row of dw
    float sum[8] = {}, bias[8] = {};

    for (int first = 0; first < n; first += 32) {
        for (int r = y; r < 32; r += 8) {
            bool inside = first + r < n;
            tile_dy[r][i] = inside && row + i < e ? dy[(first + r) * e + row + i] : 0.0f;
            tile_dy[r][i + 32] = inside && row + i + 32 < e ? dy[(first + r) * e + row + i + 32] : 0.0f;
            tile_x[r][i] = inside && col < d ? x[(first + r) * d + col] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            float one = tile_x[j][i];
            for (int r = 0; r < 8; r++) {
                float one_dy = tile_dy[j][8 * y + r];
                sum[r] += one_dy * one;
                bias[r] += one_dy;
            }
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++) {
        if (row + 8 * y + r < e && col < d)
            dw[(row + 8 * y + r) * d + col] = sum[r];
        if (row + 8 * y + r < e && col == 0)
            db[row + 8 * y + r] = bias[r];
    }
}
