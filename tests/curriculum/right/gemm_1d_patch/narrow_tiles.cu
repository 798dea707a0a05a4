// Tiles of 64 x 8 and 8 x 64 by a template: each thread loads one element of both.
//
//! launch gemm_1d_patch(a, b, c, m, n, k) grid=(n+63)/64,(m+63)/64 block=512

template <int SIDE, int DEPTH>
static __device__ void product(const float *__restrict__ a, const float *__restrict__ b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[SIDE][DEPTH], tile_b[DEPTH][SIDE];
    int t = threadIdx.x, x = t % SIDE, y = t / SIDE, row = blockIdx.y * SIDE, col = blockIdx.x * SIDE + x;
    float sum[DEPTH] = {};
    for (int first = 0; first < k; first += DEPTH) {
        int i = first + t % DEPTH, r = row + t / DEPTH;
        tile_a[t / DEPTH][t % DEPTH] = r < m && i < k ? a[r * k + i] : 0.0f;
        tile_b[y][x] = first + y < k && col < n ? b[(first + y) * n + col] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int j = 0; j < DEPTH; j++) {
            float one = tile_b[j][x];
#pragma unroll
            for (int p = 0; p < DEPTH; p++)
                sum[p] = fmaf(tile_a[DEPTH * y + p][j], one, sum[p]);
        }
        __syncthreads();
    }
    for (int p = 0; p < DEPTH; p++)
        if (row + DEPTH * y + p < m && col < n)
            c[(row + DEPTH * y + p) * n + col] = sum[p];
}

extern "C" __global__ void gemm_1d_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
    product<64, 8>(a, b, c, m, n, k);
}
