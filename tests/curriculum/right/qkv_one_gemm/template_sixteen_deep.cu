// A template on the depth of the tiles, with 128 rows and a patch of 16 in each thread.
//
//! launch qkv<16>(x, wq, wk, wv, q, k, v, n, d, e) grid=ceil_div(e, 32),ceil_div(n, 128) block=256

template <int DEPTH>
__global__ void qkv(const float *__restrict__ x, const float *__restrict__ wq, const float *__restrict__ wk,
                    const float *__restrict__ wv, float *q, float *k, float *v, int n, int d, int e)
{
    __shared__ float tile_x[128][DEPTH], tile_w[3][DEPTH][32];
    int t = threadIdx.x, i = t % 32, y = t / 32, row = blockIdx.y * 128, col = blockIdx.x * 32;
    float sum[3][16] = {};
    for (int first = 0; first < d; first += DEPTH) {
        for (int f = t; f < 128 * DEPTH; f += 256) {
            int r = row + f / DEPTH, c = first + f % DEPTH;
            tile_x[f / DEPTH][f % DEPTH] = r < n && c < d ? x[r * d + c] : 0.0f;
        }
        for (int f = t; f < 32 * DEPTH; f += 256) {
            int r = first + f / 32, c = col + f % 32;
            bool inside = r < d && c < e;
            tile_w[0][f / 32][f % 32] = inside ? wq[r * e + c] : 0.0f;
            tile_w[1][f / 32][f % 32] = inside ? wk[r * e + c] : 0.0f;
            tile_w[2][f / 32][f % 32] = inside ? wv[r * e + c] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < DEPTH; j++)
#pragma unroll
            for (int r = 0; r < 16; r++) {
                float one = tile_x[16 * y + r][j];
                for (int p = 0; p < 3; p++)
                    sum[p][r] = fmaf(one, tile_w[p][j][i], sum[p][r]);
            }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 16; r++) {
        int to = (row + 16 * y + r) * e + col + i;
        if (row + 16 * y + r < n && col + i < e) {
            q[to] = sum[0][r];
            k[to] = sum[1][r];
            v[to] = sum[2][r];
        }
    }
}
