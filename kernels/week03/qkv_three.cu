//? params:
//?   - {name: x, type: f32, shape: [n, d], role: in, init: "uniform(-1, 1)"}
//?   - {name: wq, type: f32, shape: [d, e], role: in, init: "uniform(-1, 1)"}
//?   - {name: wk, type: f32, shape: [d, e], role: in, init: "uniform(-1, 1)"}
//?   - {name: wv, type: f32, shape: [d, e], role: in, init: "uniform(-1, 1)"}
//?   - {name: q, type: f32, shape: [n, e], role: out}
//?   - {name: k, type: f32, shape: [n, e], role: out}
//?   - {name: v, type: f32, shape: [n, e], role: out}
//?   - {name: n, type: i32}
//?   - {name: d, type: i32}
//?   - {name: e, type: i32}
//? reduction_length: d
//! launch qkv(x, wq, q, n, d, e) grid=(e+31)/32,(n+63)/64 block=32,8
//! launch qkv(x, wk, k, n, d, e) grid=(e+31)/32,(n+63)/64 block=32,8
//! launch qkv(x, wv, v, n, d, e) grid=(e+31)/32,(n+63)/64 block=32,8

extern "C" __global__ void qkv(const float *x, const float *w, float *out, int n, int d, int e)
{
    __shared__ float tile_x[64][32];
    __shared__ float tile_w[32][32];
    int i = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32 + i;
    int row = blockIdx.y * 64; // the block's first row; this thread has rows 8*y to 8*y + 7 from there
    float sum[8] = {};

    for (int first = 0; first < d; first += 32) {
        for (int r = y; r < 64; r += 8)
            tile_x[r][i] = row + r < n && first + i < d ? x[(row + r) * d + first + i] : 0.0f;
        for (int r = y; r < 32; r += 8)
            tile_w[r][i] = first + r < d && col < e ? w[(first + r) * e + col] : 0.0f;
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            float one = tile_w[j][i];
            for (int r = 0; r < 8; r++)
                sum[r] += tile_x[8 * y + r][j] * one;
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        if (row + 8 * y + r < n && col < e)
            out[(row + 8 * y + r) * e + col] = sum[r];
}
