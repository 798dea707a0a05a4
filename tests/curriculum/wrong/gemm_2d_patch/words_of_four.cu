//? status: gate
//? says: Warp loads from shared memory: 24 576
// No square: a column of 8 whose elements of a are loaded four at a time.
//
//! launch gemm_2d_patch(a, b, c, m, n, k) grid=(n+31)/32,(m+63)/64 block=32,8

extern "C" __global__ void gemm_2d_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[64][32];
    __shared__ float tile_b[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32 + x;
    int row = blockIdx.y * 64; // the block's first row; this thread has rows 8*y to 8*y + 7 from there
    float sum[8] = {};

    for (int first = 0; first < k; first += 32) {
        for (int r = y; r < 64; r += 8)
            tile_a[r][x] = row + r < m && first + x < k ? a[(row + r) * k + first + x] : 0.0f;
        for (int r = y; r < 32; r += 8)
            tile_b[r][x] = first + r < k && col < n ? b[(first + r) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 32; i += 4) {
            float one[4] = {tile_b[i][x], tile_b[i + 1][x], tile_b[i + 2][x], tile_b[i + 3][x]};
            for (int r = 0; r < 8; r++) {
                float4 four = *(float4 *)&tile_a[8 * y + r][i];
                sum[r] += four.x * one[0] + four.y * one[1] + four.z * one[2] + four.w * one[3];
            }
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        if (row + 8 * y + r < m && col < n)
            c[(row + 8 * y + r) * n + col] = sum[r];
}
