// gemm_wide_scaled: the product is added to c, four elements at a time.
//
//! launch gemm_wide_scaled(a, b, c, m, n, k, alpha, beta) grid=(n-1)/128+1,(m-1)/128+1 block=16,16

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

extern "C" __global__ void __launch_bounds__(256)
    gemm_wide_scaled(const float *a, const float *b, float *c, int m, int n, int k, float alpha, float beta)
{
    __shared__ float tile_a[2][16][132]; // turned: tile_a[..][i] has the 128 rows of column i
    __shared__ float tile_b[2][16][128];
    int x = threadIdx.x, y = threadIdx.y, t = 16 * y + x;
    int row = blockIdx.y * 128, col = blockIdx.x * 128;
    float sum[8][8] = {};
    float4 next_a[2], next_b[2]; // the next round's share of this thread

    for (int l = 0; l < 2; l++) {
        next_a[l] = four(a, row + t / 4 + 64 * l, t % 4 * 4, m, k);
        next_b[l] = four(b, t / 32 + 8 * l, col + t % 32 * 4, k, n);
    }
    int turn = 0;
    for (int first = 0; first < k; first += 16) {
        for (int l = 0; l < 2; l++) {
            tile_a[turn][t % 4 * 4][t / 4 + 64 * l] = next_a[l].x;
            tile_a[turn][t % 4 * 4 + 1][t / 4 + 64 * l] = next_a[l].y;
            tile_a[turn][t % 4 * 4 + 2][t / 4 + 64 * l] = next_a[l].z;
            tile_a[turn][t % 4 * 4 + 3][t / 4 + 64 * l] = next_a[l].w;
            *(float4 *)&tile_b[turn][t / 32 + 8 * l][t % 32 * 4] = next_b[l];
        }
        __syncthreads(); // the only barrier: the next round fills the other tiles
        for (int l = 0; l < 2; l++) {
            next_a[l] = four(a, row + t / 4 + 64 * l, first + 16 + t % 4 * 4, m, k);
            next_b[l] = four(b, first + 16 + t / 32 + 8 * l, col + t % 32 * 4, k, n);
        }
#pragma unroll
        for (int i = 0; i < 16; i++) {
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
        for (int h = 0; h < 2; h++) {
            int to = row + 4 * y + r % 4 + r / 4 * 64, at = col + 4 * x + 64 * h;
            float4 old = four(c, to, at, m, n);
            sum[r][4 * h] = alpha * sum[r][4 * h] + beta * old.x;
            sum[r][4 * h + 1] = alpha * sum[r][4 * h + 1] + beta * old.y;
            sum[r][4 * h + 2] = alpha * sum[r][4 * h + 2] + beta * old.z;
            sum[r][4 * h + 3] = alpha * sum[r][4 * h + 3] + beta * old.w;
            store_four(c, to, at, m, n, &sum[r][4 * h]);
        }
}
