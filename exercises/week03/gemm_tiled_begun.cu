// gemm_tiled: c = a * b through tiles of 32 x 32. Half of it is written.
//
//! launch gemm_tiled(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32

extern "C" __global__ void gemm_tiled(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[32][32];
    __shared__ float tile_b[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32 + x;
    int row = blockIdx.y * 32 + y; // no return here: all threads must reach the barriers
    float sum = 0.0f;

    for (int first = 0; first < k; first += 32) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        // TODO: the tile of b begins at row `first`. Which element does thread (x, y) load? Which
        // two comparisons does it need? What goes into the tile past the edge of b?

        // TODO: all threads load before any thread multiplies. What waits for that?

        // TODO: 32 multiply-adds from the two tiles.

        // TODO: the next round overwrites the tiles. Are all threads done with them?
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
