//? status: unsafe
//? says: Add a second __syncthreads() after the reads
// A fast warp loads the next tiles while a slow one still multiplies.
//
//! launch gemm_tiled(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32

extern "C" __global__ void gemm_tiled(const float *a, const float *b, float *c, int m, int n, int k)
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
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += tile_a[y][i] * tile_b[i][x];
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
