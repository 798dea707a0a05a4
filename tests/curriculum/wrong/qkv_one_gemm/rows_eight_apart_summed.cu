//? status: wrong
//? says: row 1 those of row 8
// Computes rows 8 * r + y, and stores rows 8 * y + r.
//
//! launch qkv(x, wq, wk, wv, q, k, v, n, d, e) grid=(e+31)/32,(n+63)/64 block=32,8

extern "C" __global__ void qkv(const float *x, const float *wq, const float *wk, const float *wv, float *q, float *k,
                               float *v, int n, int d, int e)
{
    __shared__ float tile_x[64][32];
    __shared__ float tile_q[32][32], tile_k[32][32], tile_v[32][32];
    int i = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32 + i;
    int row = blockIdx.y * 64; // the block's first row; this thread has rows 8*y to 8*y + 7 from there
    float sum_q[8] = {}, sum_k[8] = {}, sum_v[8] = {};

    for (int first = 0; first < d; first += 32) {
        for (int r = y; r < 64; r += 8)
            tile_x[r][i] = row + r < n && first + i < d ? x[(row + r) * d + first + i] : 0.0f;
        for (int r = y; r < 32; r += 8) {
            int from = (first + r) * e + col;
            bool inside = first + r < d && col < e;
            tile_q[r][i] = inside ? wq[from] : 0.0f;
            tile_k[r][i] = inside ? wk[from] : 0.0f;
            tile_v[r][i] = inside ? wv[from] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            for (int r = 0; r < 8; r++) {
                float one = tile_x[8 * r + y][j];
                sum_q[r] += one * tile_q[j][i];
                sum_k[r] += one * tile_k[j][i];
                sum_v[r] += one * tile_v[j][i];
            }
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        if (row + 8 * y + r < n && col < e) {
            int to = (row + 8 * y + r) * e + col;
            q[to] = sum_q[r];
            k[to] = sum_k[r];
            v[to] = sum_v[r];
        }
}
