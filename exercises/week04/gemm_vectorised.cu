// gemm_vectorised: c = a * b. This is the patch of 8 x 8: right, with 16 loads from shared memory
// for 64 multiply-adds, and a wait for global memory in each round.
// TODO: load four elements at a time, and fetch the next tiles while the block computes.
//
//! launch gemm_vectorised(a, b, c, m, n, k) grid=(n+127)/128,(m+127)/128 block=16,16

// For you: four elements of a row, 0 past the edge. One load if each row begins at a multiple of
// 16 bytes.
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

// For you: stores four sums of a row, those past the edge left out.
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
    __shared__ float tile_a[128][16];
    __shared__ float tile_b[16][128];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 128, col = blockIdx.x * 128; // of the block's first result
    float sum[8][8] = {};

    for (int first = 0; first < k; first += 16) {
        for (int r = 0; r < 8; r++)
            tile_a[y + 16 * r][x] = row + y + 16 * r < m && first + x < k ? a[(row + y + 16 * r) * k + first + x] : 0.0f;
        for (int q = 0; q < 8; q++)
            tile_b[y][x + 16 * q] = first + y < k && col + x + 16 * q < n ? b[(first + y) * n + col + x + 16 * q] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) {
            float of_a[8], of_b[8];
            for (int r = 0; r < 8; r++)
                of_a[r] = tile_a[y + 16 * r][i];
            for (int q = 0; q < 8; q++)
                of_b[q] = tile_b[i][x + 16 * q];
            for (int r = 0; r < 8; r++)
                for (int q = 0; q < 8; q++)
                    sum[r][q] += of_a[r] * of_b[q];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int q = 0; q < 8; q++)
            if (row + y + 16 * r < m && col + x + 16 * q < n)
                c[(row + y + 16 * r) * n + col + x + 16 * q] = sum[r][q];
}
