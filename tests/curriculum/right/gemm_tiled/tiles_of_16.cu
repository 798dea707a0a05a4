// Tiles of 16 x 16 by a template, and cooperative groups wait.
//
//! launch gemm_tiled(a, b, c, m, n, k) grid=(n+15)/16,(m+15)/16 block=16,16

#include <cooperative_groups.h>

template <int SIDE>
static __device__ float product(const float *a, const float *b, int m, int n, int k, int row, int col)
{
    __shared__ float tile_a[SIDE][SIDE], tile_b[SIDE][SIDE];
    cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;
    for (int round = 0; round < (k + SIDE - 1) / SIDE; round++) {
        int i = round * SIDE;
        tile_a[y][x] = row < m && i + x < k ? a[row * k + i + x] : 0.0f;
        tile_b[y][x] = col < n && i + y < k ? b[(i + y) * n + col] : 0.0f;
        block.sync();
        for (int j = 0; j < SIDE && i + j < k; j++)
            sum += tile_a[y][j] * tile_b[j][x];
        block.sync();
    }
    return sum;
}

extern "C" __global__ void gemm_tiled(const float *a, const float *b, float *c, int m, int n, int k)
{
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float sum = product<16>(a, b, m, n, k, row, col);
    if (row < m && col < n)
        c[row * n + col] = sum;
}
