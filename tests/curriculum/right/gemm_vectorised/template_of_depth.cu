// A template of the depth of a round, with 8 elements along k and a block in one dimension.
//
//! launch gemm_vectorised(a, b, c, m, n, k) grid=(n+127)/128,(m+127)/128 block=256

// Four elements of a row, 0 past the edge. One load if each row begins at a multiple of 16 bytes.
static __device__ float4 four(const float *in, int row, int col, int rows, int cols)
{
    float4 out = {0.0f, 0.0f, 0.0f, 0.0f};
    if (row >= rows || col >= cols)
        return out;
    const float *at = in + row * cols + col;
    if (cols % 4 == 0)
        return *(const float4 *)at;
    out.x = at[0];
    if (col + 1 < cols)
        out.y = at[1];
    if (col + 2 < cols)
        out.z = at[2];
    if (col + 3 < cols)
        out.w = at[3];
    return out;
}

static __device__ void store_four(float *c, int row, int col, int m, int n, const float *sum)
{
    if (row >= m || col >= n)
        return;
    float *at = c + row * n + col;
    if (n % 4 == 0) {
        *(float4 *)at = make_float4(sum[0], sum[1], sum[2], sum[3]);
        return;
    }
    for (int q = 0; q < 4; q++)
        if (col + q < n)
            at[q] = sum[q];
}

template <int DEPTH> static __device__ void product(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[2][DEPTH][132];
    __shared__ float tile_b[2][DEPTH][128];
    int t = threadIdx.x, x = t % 16, y = t / 16;
    int row = blockIdx.y * 128, col = blockIdx.x * 128;
    float sum[8][8] = {};
    float4 next_a[DEPTH / 8], next_b[DEPTH / 8]; // the next round's share of this thread

    for (int l = 0; l < DEPTH / 8; l++) {
        next_a[l] = four(a, row + t / (DEPTH / 4) + 64 * l, t % (DEPTH / 4) * 4, m, k);
        next_b[l] = four(b, t / 32 + 8 * l, col + t % 32 * 4, k, n);
    }
    int turn = 0;
    for (int first = 0; first < k; first += DEPTH) {
        for (int l = 0; l < DEPTH / 8; l++) {
            tile_a[turn][t % (DEPTH / 4) * 4][t / (DEPTH / 4) + 64 * l] = next_a[l].x;
            tile_a[turn][t % (DEPTH / 4) * 4 + 1][t / (DEPTH / 4) + 64 * l] = next_a[l].y;
            tile_a[turn][t % (DEPTH / 4) * 4 + 2][t / (DEPTH / 4) + 64 * l] = next_a[l].z;
            tile_a[turn][t % (DEPTH / 4) * 4 + 3][t / (DEPTH / 4) + 64 * l] = next_a[l].w;
            *(float4 *)&tile_b[turn][t / 32 + 8 * l][t % 32 * 4] = next_b[l];
        }
        __syncthreads(); // the only barrier: the next round fills the other tiles
        for (int l = 0; l < DEPTH / 8; l++) {
            next_a[l] = four(a, row + t / (DEPTH / 4) + 64 * l, first + DEPTH + t % (DEPTH / 4) * 4, m, k);
            next_b[l] = four(b, first + DEPTH + t / 32 + 8 * l, col + t % 32 * 4, k, n);
        }
#pragma unroll
        for (int i = 0; i < DEPTH; i++) {
            float of_a[8], of_b[8]; // rows 4*y .. 4*y + 3 and 64 further on; columns likewise
            *(float4 *)&of_a[0] = *(float4 *)&tile_a[turn][i][4 * y];
            *(float4 *)&of_a[4] = *(float4 *)&tile_a[turn][i][4 * y + 64];
            *(float4 *)&of_b[0] = *(float4 *)&tile_b[turn][i][4 * x];
            *(float4 *)&of_b[4] = *(float4 *)&tile_b[turn][i][4 * x + 64];
            for (int r = 0; r < 8; r++)
                for (int q = 0; q < 8; q++)
                    sum[r][q] += of_a[r] * of_b[q];
        }
        turn = 1 - turn;
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int h = 0; h < 2; h++)
            store_four(c, row + 4 * y + r % 4 + r / 4 * 64, col + 4 * x + 64 * h, m, n, &sum[r][4 * h]);
}

extern "C" __global__ void __launch_bounds__(256, 2)
    gemm_vectorised(const float *a, const float *b, float *c, int m, int n, int k)
{
    product<8>(a, b, c, m, n, k);
}
