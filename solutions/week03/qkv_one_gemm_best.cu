// qkv_one_gemm: tiles of 128 x 128 and patches of 8 x 8, moved in words of four floats. The next
// tiles are on their way from global memory while the present ones are multiplied.
//
//! launch qkv(x, wq, wk, wv, q, k, v, n, d, e) grid=3*((e+127)/128),(n+127)/128 block=256

#define SIDE 128
#define DEPTH 8

// The floats from `at` on, of which `left` are inside: four at most, and zeros past the end.
static __device__ float4 load_four(const float *from, int at, int left, bool aligned)
{
    if (left >= 4 && aligned)
        return *(const float4 *)(from + at);
    return make_float4(left > 0 ? from[at] : 0.0f, left > 1 ? from[at + 1] : 0.0f, left > 2 ? from[at + 2] : 0.0f,
                       left > 3 ? from[at + 3] : 0.0f);
}

static __device__ void store_four(float *to, int at, int left, bool aligned, const float *four)
{
    if (left >= 4 && aligned) {
        *(float4 *)(to + at) = make_float4(four[0], four[1], four[2], four[3]);
        return;
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
        if (i < left)
            to[at + i] = four[i];
}

extern "C" __global__ void __launch_bounds__(256, 2)
    qkv(const float *__restrict__ x, const float *__restrict__ wq, const float *__restrict__ wk,
        const float *__restrict__ wv, float *q, float *k, float *v, int n, int d, int e)
{
    __shared__ __align__(16) float tile_x[2][DEPTH][SIDE + 4], tile_w[2][DEPTH][SIDE];
    int which = blockIdx.x % 3; // neighbouring blocks share their rows of x
    const float *w = which == 0 ? wq : which == 1 ? wk : wv;
    float *out = which == 0 ? q : which == 1 ? k : v;
    int t = threadIdx.x, row = blockIdx.y * SIDE, col = blockIdx.x / 3 * SIDE, down = t / 16 * 4, right = t % 16 * 4;
    int x_row = row + t / 2, x_col = t % 2 * 4, w_row = t / 32, w_col = col + t % 32 * 4; // what it loads
    bool x_aligned = d % 4 == 0, w_aligned = e % 4 == 0;
    float sum[8][8] = {};

    for (int first = -DEPTH, now = 1; first < d; first += DEPTH, now ^= 1) {
        int c = first + DEPTH + x_col, r = first + DEPTH + w_row;
        float4 next_x = load_four(x, x_row * d + c, x_row < n ? d - c : 0, x_aligned);
        float4 next_w = load_four(w, r * e + w_col, r < d ? e - w_col : 0, w_aligned);
#pragma unroll
        for (int j = 0; j < DEPTH && first >= 0; j++) {
            float a[8], b[8];
            *(float4 *)a = *(float4 *)&tile_x[now][j][down];
            *(float4 *)(a + 4) = *(float4 *)&tile_x[now][j][down + 64];
            *(float4 *)b = *(float4 *)&tile_w[now][j][right];
            *(float4 *)(b + 4) = *(float4 *)&tile_w[now][j][right + 64];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int p = 0; p < 8; p++)
                    sum[i][p] += a[i] * b[p];
        }
        tile_x[now ^ 1][x_col][t / 2] = next_x.x;
        tile_x[now ^ 1][x_col + 1][t / 2] = next_x.y;
        tile_x[now ^ 1][x_col + 2][t / 2] = next_x.z;
        tile_x[now ^ 1][x_col + 3][t / 2] = next_x.w;
        *(float4 *)&tile_w[now ^ 1][w_row][t % 32 * 4] = next_w;
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++) {
        int to = row + down + i % 4 + i / 4 * 64, at = to * e + col + right, left = to < n ? e - col - right : 0;
        store_four(out, at, left, w_aligned, sum[i]);
        store_four(out, at + 64, left - 64, w_aligned, sum[i] + 4);
    }
}
