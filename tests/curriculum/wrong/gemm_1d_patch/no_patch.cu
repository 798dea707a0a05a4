//? status: gate
//? says: Passes of shared loads: 131 072
// The tiled product: two loads for each multiply-add.
//
//! launch gemm_1d_patch(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32

extern "C" __global__ void gemm_1d_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[32][32];
    __shared__ float tile_b[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32 + x;
    int row = blockIdx.y * 32 + y;
    float sum = 0.0f;

    for (int first = 0; first < k; first += 32) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        tile_b[y][x] = first + y < k && col < n ? b[(first + y) * n + col] : 0.0f;
        __syncthreads(); // the tiles are complete
        for (int i = 0; i < 32; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads(); // nobody reads them any more
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
