// 8 x 16 results in each thread, in warp tiles of 64 x 64.
//
//! launch fused_linear_gelu_tiled(x, w, bias, y, m, n, k) grid=(n+127)/128,(m+127)/128 block=128

// 0.5 * s * (1 + erf(s / sqrt(2)))
static __device__ float gelu(float s)
{
    return 0.5f * s * (1.0f + erff(s * 0.70710678f));
}

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

static __device__ void store_four(float *y, int row, int col, int m, int n, const float *sum)
{
    if (row >= m || col >= n)
        return;
    float *at = y + row * n + col;
    if (n % 4 == 0) {
        *(float4 *)at = make_float4(sum[0], sum[1], sum[2], sum[3]);
        return;
    }
    for (int q = 0; q < 4; q++)
        if (col + q < n)
            at[q] = sum[q];
}

extern "C" __global__ void __launch_bounds__(128, 2)
    fused_linear_gelu_tiled(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    __shared__ float tile_x[2][16][132];
    __shared__ float tile_w[2][16][128];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int row = blockIdx.y * 128, col = blockIdx.x * 128;
    // Warps are 2 x 2, each with 64 x 64 results, and its lanes are 8 x 4. A thread has 4 rows from
    // my_row on and 4 from my_row + 32 on. Its 16 columns begin at my_col, + 16, + 32 and + 48.
    int my_row = warp / 2 * 64 + lane / 4 * 4, my_col = warp % 2 * 64 + lane % 4 * 4;
    float sum[8][16] = {};
    float4 next_x[4], next_w[4];

    for (int l = 0; l < 4; l++) {
        next_x[l] = four(x, row + t / 4 + 32 * l, t % 4 * 4, m, k);
        next_w[l] = four(w, t / 32 + 4 * l, col + t % 32 * 4, k, n);
    }
    int turn = 0;
    for (int first = 0; first < k; first += 16) {
        for (int l = 0; l < 4; l++) {
            tile_x[turn][t % 4 * 4][t / 4 + 32 * l] = next_x[l].x;
            tile_x[turn][t % 4 * 4 + 1][t / 4 + 32 * l] = next_x[l].y;
            tile_x[turn][t % 4 * 4 + 2][t / 4 + 32 * l] = next_x[l].z;
            tile_x[turn][t % 4 * 4 + 3][t / 4 + 32 * l] = next_x[l].w;
            *(float4 *)&tile_w[turn][t / 32 + 4 * l][t % 32 * 4] = next_w[l];
        }
        __syncthreads();
        for (int l = 0; l < 4; l++) {
            next_x[l] = four(x, row + t / 4 + 32 * l, first + 16 + t % 4 * 4, m, k);
            next_w[l] = four(w, first + 16 + t / 32 + 4 * l, col + t % 32 * 4, k, n);
        }
#pragma unroll
        for (int i = 0; i < 16; i++) {
            float of_x[8], of_w[16];
            for (int g = 0; g < 2; g++)
                *(float4 *)&of_x[4 * g] = *(float4 *)&tile_x[turn][i][my_row + 32 * g];
            for (int g = 0; g < 4; g++)
                *(float4 *)&of_w[4 * g] = *(float4 *)&tile_w[turn][i][my_col + 16 * g];
            for (int r = 0; r < 8; r++)
                for (int q = 0; q < 16; q++)
                    sum[r][q] += of_x[r] * of_w[q];
        }
        turn = 1 - turn;
    }
#pragma unroll
    for (int g = 0; g < 4; g++) {
        float4 add = four(bias, 0, col + my_col + 16 * g, 1, n);
        float of_bias[4] = {add.x, add.y, add.z, add.w};
#pragma unroll
        for (int r = 0; r < 8; r++) {
            for (int q = 0; q < 4; q++)
                sum[r][4 * g + q] = gelu(sum[r][4 * g + q] + of_bias[q]);
            store_four(y, row + my_row + r % 4 + r / 4 * 32, col + my_col + 16 * g, m, n, &sum[r][4 * g]);
        }
    }
}
