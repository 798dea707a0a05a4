// Two pairs of tiles in turn: one barrier in each round is enough.
//
//! launch gemm_tiled(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32 shared=4*32*32*4

extern "C" __global__ void gemm_tiled(const float *a, const float *b, float *c, int m, int n, int k)
{
    extern __shared__ float tiles[];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32 + y, col = blockIdx.x * 32 + x;
    float sum = 0.0f;
    for (int first = 0, turn = 0; first < k; first += 32, turn ^= 1) {
        float *tile_a = tiles + turn * 2048, *tile_b = tile_a + 1024;
        tile_a[y * 32 + x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        tile_b[y * 32 + x] = col < n && first + y < k ? b[(first + y) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += tile_a[y * 32 + i] * tile_b[i * 32 + x];
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
