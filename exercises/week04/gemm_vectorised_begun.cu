// gemm_vectorised: c = a * b with loads of 16 bytes and two tiles in turn. Half of it is written.
//
//! launch gemm_vectorised(a, b, c, m, n, k) grid=(n+127)/128,(m+127)/128 block=16,16

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
    gemm_vectorised(const float *a, const float *b, float *c, int m, int n, int k)
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
            // TODO: store the four parts of next_a[l]. To which row of the transposed tile does
            // each go?
            *(float4 *)&tile_b[turn][t / 32 + 8 * l][t % 32 * 4] = next_b[l];
        }
        __syncthreads(); // the only barrier: the next round fills the other tiles
        for (int l = 0; l < 2; l++) {
            next_a[l] = four(a, row + t / 4 + 64 * l, first + 16 + t % 4 * 4, m, k);
            next_b[l] = four(b, first + 16 + t / 32 + 8 * l, col + t % 32 * 4, k, n);
        }
        for (int i = 0; i < 16; i++) {
            // TODO: load 8 elements of each tile, four at a time. Which rows and columns has this
            // thread, by the store at the end? Then 64 multiply-adds.
        }
        turn = 1 - turn;
    }
    for (int r = 0; r < 8; r++)
        for (int h = 0; h < 2; h++)
            store_four(c, row + 4 * y + r % 4 + r / 4 * 64, col + 4 * x + 64 * h, m, n, &sum[r][4 * h]);
}
