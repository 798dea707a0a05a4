// qkv_one_gemm: q = x * wq, k = x * wk, v = x * wv. x is n x d, each weight is d x e, and each
// result is n x e. This kernel is right, with a patch of 8. Each block computes one of the three
// results, so every element of x is loaded for each of the three.
// TODO: a block computes the same tile of q, k and v. One load of x serves all three.
//
//! launch qkv(x, wq, wk, wv, q, k, v, n, d, e) grid=(e+31)/32,(n+63)/64,3 block=32,8

extern "C" __global__ void qkv(const float *x, const float *wq, const float *wk, const float *wv, float *q, float *k,
                               float *v, int n, int d, int e)
{
    __shared__ float tile_x[64][32];
    __shared__ float tile_w[32][32];
    const float *w = blockIdx.z == 0 ? wq : blockIdx.z == 1 ? wk : wv;
    float *out = blockIdx.z == 0 ? q : blockIdx.z == 1 ? k : v;
    int i = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32 + i;
    int row = blockIdx.y * 64; // the block's first row; this thread has rows 8*y to 8*y + 7 from there
    float sum[8] = {};

    for (int first = 0; first < d; first += 32) {
        for (int r = y; r < 64; r += 8)
            tile_x[r][i] = row + r < n && first + i < d ? x[(row + r) * d + first + i] : 0.0f;
        for (int r = y; r < 32; r += 8) {
            int from = (first + r) * e + col;
            bool inside = first + r < d && col < e;
            tile_w[r][i] = inside ? w[from] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            float one_w = tile_w[j][i];
            for (int r = 0; r < 8; r++) {
                float one_x = tile_x[8 * y + r][j];
                sum[r] += one_x * one_w;
            }
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        if (row + 8 * y + r < n && col < e) {
            int to = (row + 8 * y + r) * e + col;
            out[to] = sum[r];
        }
}
