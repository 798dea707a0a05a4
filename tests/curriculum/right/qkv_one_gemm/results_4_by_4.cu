// One product as wide as all three: a tile of 64 columns belongs to one of the weights, chosen by
// the block's third index. A patch of 4 x 4 in each thread.
//
//! launch qkv(x, wq, wk, wv, q, k, v, n, d, e)
//!     grid=(e+63)/64,(n+63)/64,3 block=16,16 shared=2*16*68*4

extern "C" __global__ void qkv(const float *x, const float *wq, const float *wk, const float *wv, float *q, float *k,
                               float *v, int n, int d, int e)
{
    extern __shared__ float tiles[];
    float(*tile_x)[68] = (float(*)[68])tiles, (*tile_w)[68] = tile_x + 16;
    const float *w = blockIdx.z == 0 ? wq : blockIdx.z == 1 ? wk : wv;
    float *out = blockIdx.z == 0 ? q : blockIdx.z == 1 ? k : v;
    int i = threadIdx.x, y = threadIdx.y, t = y * 16 + i, row = blockIdx.y * 64, col = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int first = 0; first < d; first += 16) {
        for (int f = t; f < 1024; f += 256) {
            int r = f / 16, c = f % 16, j = f / 64, p = f % 64;
            tile_x[c][r] = row + r < n && first + c < d ? x[(row + r) * d + first + c] : 0.0f;
            tile_w[j][p] = first + j < d && col + p < e ? w[(first + j) * e + col + p] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 16; j++)
            for (int r = 0; r < 4; r++)
                for (int p = 0; p < 4; p++)
                    sum[r][p] += tile_x[j][y + 16 * r] * tile_w[j][i + 16 * p];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int p = 0; p < 4; p++)
            if (row + y + 16 * r < n && col + i + 16 * p < e)
                out[(row + y + 16 * r) * e + col + i + 16 * p] = sum[r][p];
}
