// gemm_vectorised: 8 x 16 results in each thread, in warp tiles of 64 x 64. Blocks inside of the
// matrices test no edges.
//
//! launch gemm_vectorised(a, b, c, m, n, k) grid=(n+127)/128,(m+127)/128 block=128

// Four elements of a row, 0 past the edge. One load if each row begins at a multiple of 16 bytes.
template <bool IS_INSIDE> static __device__ float4 four(const float *in, int row, int col, int rows, int cols)
{
    if (IS_INSIDE)
        return *(const float4 *)(in + row * cols + col);
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

// The block's 128 x 128 results. Inside of the matrices nothing must be tested.
template <bool IS_INSIDE>
static __device__ void block_product(float (&tile_a)[2][16][132], float (&tile_b)[2][16][128], const float *a,
                                     const float *b, float *c, int m, int n, int k)
{
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int row = blockIdx.y * 128, col = blockIdx.x * 128;
    // Warps are 2 x 2, each with 64 x 64 results, and its lanes are 8 x 4. A thread has 4 rows from
    // my_row on and 4 from my_row + 32 on. Its 16 columns begin at my_col, + 16, + 32 and + 48.
    int my_row = warp / 2 * 64 + lane / 4 * 4, my_col = warp % 2 * 64 + lane % 4 * 4;
    float sum[8][16] = {};
    float4 next_a[4], next_b[4];

    for (int l = 0; l < 4; l++) {
        next_a[l] = four<IS_INSIDE>(a, row + t / 4 + 32 * l, t % 4 * 4, m, k);
        next_b[l] = four<IS_INSIDE>(b, t / 32 + 4 * l, col + t % 32 * 4, k, n);
    }
    int turn = 0;
    for (int first = 0; first < k; first += 16) {
        for (int l = 0; l < 4; l++) {
            tile_a[turn][t % 4 * 4][t / 4 + 32 * l] = next_a[l].x;
            tile_a[turn][t % 4 * 4 + 1][t / 4 + 32 * l] = next_a[l].y;
            tile_a[turn][t % 4 * 4 + 2][t / 4 + 32 * l] = next_a[l].z;
            tile_a[turn][t % 4 * 4 + 3][t / 4 + 32 * l] = next_a[l].w;
            *(float4 *)&tile_b[turn][t / 32 + 4 * l][t % 32 * 4] = next_b[l];
        }
        __syncthreads();
        int ahead = IS_INSIDE && first + 16 >= k ? first : first + 16; // the last round loads its own again
        for (int l = 0; l < 4; l++) {
            next_a[l] = four<IS_INSIDE>(a, row + t / 4 + 32 * l, ahead + t % 4 * 4, m, k);
            next_b[l] = four<IS_INSIDE>(b, ahead + t / 32 + 4 * l, col + t % 32 * 4, k, n);
        }
#pragma unroll
        for (int i = 0; i < 16; i++) {
            float of_a[8], of_b[16];
            for (int g = 0; g < 2; g++)
                *(float4 *)&of_a[4 * g] = *(float4 *)&tile_a[turn][i][my_row + 32 * g];
            for (int g = 0; g < 4; g++)
                *(float4 *)&of_b[4 * g] = *(float4 *)&tile_b[turn][i][my_col + 16 * g];
            for (int r = 0; r < 8; r++)
                for (int q = 0; q < 16; q++)
                    sum[r][q] += of_a[r] * of_b[q];
        }
        turn = 1 - turn;
    }
    for (int r = 0; r < 8; r++)
        for (int g = 0; g < 4; g++)
            store_four(c, row + my_row + r % 4 + r / 4 * 32, col + my_col + 16 * g, m, n, &sum[r][4 * g]);
}

extern "C" __global__ void __launch_bounds__(128, 2)
    gemm_vectorised(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[2][16][132];
    __shared__ float tile_b[2][16][128];
    bool is_inside = blockIdx.y * 128 + 128 <= m && blockIdx.x * 128 + 128 <= n && n % 4 == 0 && k % 16 == 0;
    if (is_inside)
        block_product<true>(tile_a, tile_b, a, b, c, m, n, k);
    else
        block_product<false>(tile_a, tile_b, a, b, c, m, n, k);
}
