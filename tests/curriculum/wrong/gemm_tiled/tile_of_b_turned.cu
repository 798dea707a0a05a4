//? status: wrong
//? says: matches this slip: The tile of b is read with row and column swapped
// Takes tile_b[x][i] in place of tile_b[i][x].
//
//! launch gemm_tiled(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32

extern "C" __global__ void gemm_tiled(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float ta[32][32], tb[32][32];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
    float sum = 0.0f;
    for (int first = 0; first < k; first += 32) {
        ta[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        tb[y][x] = col < n && first + y < k ? b[(first + y) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += ta[y][i] * tb[x][i];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
