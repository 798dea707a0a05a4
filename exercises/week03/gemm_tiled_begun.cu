// gemm_tiled: c = a * b through tiles of 32 x 32. Half of it is written: both tiles are loaded.
//
//! launch gemm_tiled(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32

extern "C" __global__ void gemm_tiled(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[32][32];
    __shared__ float tile_b[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32 + x;
    int row = blockIdx.y * 32 + y; // no return here: all threads of a block must reach its barriers
    float sum = 0.0f;

    for (int first = 0; first < k; first += 32) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        tile_b[y][x] = first + y < k && col < n ? b[(first + y) * n + col] : 0.0f;

        // TODO: all threads load before any thread multiplies. What waits for that?

        // TODO: 32 multiply-adds. Which row of tile_a and which column of tile_b are this thread's?

        // TODO: the next round overwrites the tiles. Are all threads done with them?
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
