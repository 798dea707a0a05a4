// Patches of 4 rows, weights in an array of three tiles, and cooperative groups wait.
//
//! launch qkv(x, wq, wk, wv, q, k, v, n, d, e) grid=(e+31)/32,(n+31)/32 block=32,8

#include <cooperative_groups.h>

extern "C" __global__ void qkv(const float *x, const float *wq, const float *wk, const float *wv, float *q, float *k,
                               float *v, int n, int d, int e)
{
    __shared__ float tile_x[32][32], tile_w[3][32][32];
    const float *w[3] = {wq, wk, wv};
    float *out[3] = {q, k, v};
    int i = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32 + i;
    float sum[3][4] = {};
    for (int first = 0; first < d; first += 32) {
        for (int r = y; r < 32; r += 8) {
            tile_x[r][i] = row + r < n && first + i < d ? x[(row + r) * d + first + i] : 0.0f;
#pragma unroll
            for (int p = 0; p < 3; p++)
                tile_w[p][r][i] = first + r < d && col < e ? w[p][(first + r) * e + col] : 0.0f;
        }
        cooperative_groups::this_thread_block().sync();
        for (int j = 0; j < 32; j++)
#pragma unroll
            for (int r = 0; r < 4; r++)
#pragma unroll
                for (int p = 0; p < 3; p++)
                    sum[p][r] += tile_x[y + 8 * r][j] * tile_w[p][j][i];
        cooperative_groups::this_thread_block().sync();
    }
#pragma unroll
    for (int p = 0; p < 3; p++)
#pragma unroll
        for (int r = 0; r < 4; r++)
            if (row + y + 8 * r < n && col < e)
                out[p][(row + y + 8 * r) * e + col] = sum[p][r];
}
