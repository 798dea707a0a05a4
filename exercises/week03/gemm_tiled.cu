// gemm_tiled: c = a * b, where a is m x k, b is k x n and c is m x n, all row-major. This kernel is
// right, and goes along k in rounds of 32. A round loads a tile of a, which no thread reads yet.
// TODO: load a tile of b too, and multiply the two tiles. Where must the block wait?
//
//! launch gemm_tiled(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32

extern "C" __global__ void gemm_tiled(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32 + x;
    int row = blockIdx.y * 32 + y; // no return here: all threads of a block must reach its barriers
    float sum = 0.0f;

    for (int first = 0; first < k; first += 32) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        for (int i = 0; i < 32; i++)
            if (row < m && col < n && first + i < k)
                sum += a[row * k + first + i] * b[(first + i) * n + col];
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
