//? status: gate
//? says: Passes of shared loads: 262 144
// Shares x, without a patch of rows: four loads for three multiply-adds.
//
//! launch qkv(x, wq, wk, wv, q, k, v, n, d, e) grid=(e+31)/32,(n+31)/32 block=32,32

extern "C" __global__ void qkv(const float *x, const float *wq, const float *wk, const float *wv, float *q, float *k,
                               float *v, int n, int d, int e)
{
    __shared__ float tile_x[32][32], tile_q[32][32], tile_k[32][32], tile_v[32][32];
    int i = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + i, row = blockIdx.y * 32 + y;
    float sum_q = 0.0f, sum_k = 0.0f, sum_v = 0.0f;
    for (int first = 0; first < d; first += 32) {
        bool inside = first + y < d && col < e;
        tile_x[y][i] = row < n && first + i < d ? x[row * d + first + i] : 0.0f;
        tile_q[y][i] = inside ? wq[(first + y) * e + col] : 0.0f;
        tile_k[y][i] = inside ? wk[(first + y) * e + col] : 0.0f;
        tile_v[y][i] = inside ? wv[(first + y) * e + col] : 0.0f;
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            float one = tile_x[y][j];
            sum_q += one * tile_q[j][i];
            sum_k += one * tile_k[j][i];
            sum_v += one * tile_v[j][i];
        }
        __syncthreads();
    }
    if (row < n && col < e) {
        q[row * e + col] = sum_q;
        k[row * e + col] = sum_k;
        v[row * e + col] = sum_v;
    }
}
