//? status: gate
//? says: Passes of shared loads: 98 304
// No patch: a is loaded four at a time, which is as many bytes as before.
//
//! launch gemm_1d_patch(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32

extern "C" __global__ void gemm_1d_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float4 tile_a[32][8];
    __shared__ float tile_b[32][32];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
    float sum = 0.0f;
    for (int first = 0; first < k; first += 32) {
        ((float *)tile_a[y])[x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        tile_b[y][x] = first + y < k && col < n ? b[(first + y) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 8; i++) {
            float4 four = tile_a[y][i];
            sum += four.x * tile_b[4 * i][x] + four.y * tile_b[4 * i + 1][x] + four.z * tile_b[4 * i + 2][x] +
                   four.w * tile_b[4 * i + 3][x];
        }
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
