//? status: gate
//? says: Warp accesses to local memory
// Which sum it is depends on the thread, so the sums are in local memory.
//
//! launch qkv(x, wq, wk, wv, q, k, v, n, d, e) grid=(e+31)/32,(n+63)/64 block=32,8

extern "C" __global__ void qkv(const float *x, const float *wq, const float *wk, const float *wv, float *q, float *k,
                               float *v, int n, int d, int e)
{
    __shared__ float tile_x[64][32], tile_w[3][32][32];
    const float *w[3] = {wq, wk, wv};
    float *out[3] = {q, k, v};
    int i = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + i, row = blockIdx.y * 64;
    float sum[3][8] = {};
    for (int first = 0; first < d; first += 32) {
        for (int r = y; r < 64; r += 8)
            tile_x[r][i] = row + r < n && first + i < d ? x[(row + r) * d + first + i] : 0.0f;
        for (int f = y; f < 96; f += 8)
            tile_w[f / 32][f % 32][i] = first + f % 32 < d && col < e ? w[f / 32][(first + f % 32) * e + col] : 0.0f;
        __syncthreads();
        for (int j = 0; j < 32; j++)
            for (int f = 0; f < 24; f++) {
                int p = (f + y) % 3, r = f / 3;
                sum[p][r] += tile_x[8 * y + r][j] * tile_w[p][j][i];
            }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        for (int p = 0; p < 3; p++)
            if (row + 8 * y + r < n && col < e)
                out[p][(row + 8 * y + r) * e + col] = sum[p][r];
}
