// A patch of 4 x 4, with the tile of a turned in dynamic shared memory and loads of 16 bytes.
//
//! launch gemm_2d_patch(a, b, c, m, n, k) grid=(n+63)/64,(m+63)/64 block=16,16 shared=2*16*68*4

extern "C" __global__ void gemm_2d_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
    extern __shared__ float tiles[];
    float(*tile_a)[68] = (float(*)[68])tiles, (*tile_b)[68] = tile_a + 16;
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, row = blockIdx.y * 64, col = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int first = 0; first < k; first += 16) {
        for (int e = t; e < 1024; e += 256) {
            int r = e / 16, i = e % 16, j = e / 64, q = e % 64;
            tile_a[i][r] = row + r < m && first + i < k ? a[(row + r) * k + first + i] : 0.0f;
            tile_b[j][q] = first + j < k && col + q < n ? b[(first + j) * n + col + q] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            float4 of_a = *(float4 *)&tile_a[i][4 * y], of_b = *(float4 *)&tile_b[i][4 * x];
            float row_of[4] = {of_a.x, of_a.y, of_a.z, of_a.w}, col_of[4] = {of_b.x, of_b.y, of_b.z, of_b.w};
            for (int r = 0; r < 4; r++)
                for (int q = 0; q < 4; q++)
                    sum[r][q] += row_of[r] * col_of[q];
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int q = 0; q < 4; q++)
            if (row + 4 * y + r < m && col + 4 * x + q < n)
                c[(row + 4 * y + r) * n + col + 4 * x + q] = sum[r][q];
}
