// All sums leave through shared memory, so lanes store neighbouring elements.
//
//! launch wmma_gemm(a, b, c, m, n, k) grid=(n+127)/128,(m+127)/128 block=256
#include <mma.h>
using namespace nvcuda;

static __device__ uint4 eight(const __half *in, int row, int col, int rows, int cols)
{
    alignas(16) __half part[8] = {};
    if (row >= rows || col >= cols)
        return *(uint4 *)part;
    const __half *at = in + row * cols + col;
    if (cols % 8 == 0)
        return *(const uint4 *)at;
    for (int q = 0; q < 8; q++)
        if (col + q < cols)
            part[q] = at[q];
    return *(uint4 *)part;
}

extern "C" __global__ void wmma_gemm(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    __shared__ alignas(32) __half tile_a[128][40];
    __shared__ alignas(32) __half tile_b[32][136];
    __shared__ alignas(32) float edge[8][256];
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    int row = blockIdx.y * 128, col = blockIdx.x * 128;
    int my_row = warp / 4 * 64, my_col = warp % 4 * 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left[4];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right[2];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][2];
    for (int s = 0; s < 8; s++)
        wmma::fill_fragment(sum[s / 2][s % 2], 0.0f);

    for (int first = 0; first < k; first += 32) {
        for (int e = t; e < 512; e += 256) {
            *(uint4 *)&tile_a[e / 4][e % 4 * 8] = eight(a, row + e / 4, first + e % 4 * 8, m, k);
            *(uint4 *)&tile_b[e / 16][e % 16 * 8] = eight(b, first + e / 16, col + e % 16 * 8, k, n);
        }
        __syncthreads();
        for (int i = 0; i < 32; i += 16) {
            for (int r = 0; r < 4; r++)
                wmma::load_matrix_sync(left[r], &tile_a[my_row + 16 * r][i], 40);
            for (int q = 0; q < 2; q++)
                wmma::load_matrix_sync(right[q], &tile_b[i][my_col + 16 * q], 136);
            for (int s = 0; s < 8; s++)
                wmma::mma_sync(sum[s / 2][s % 2], left[s / 2], right[s % 2], sum[s / 2][s % 2]);
        }
        __syncthreads();
    }
    for (int s = 0; s < 8; s++) {
        wmma::store_matrix_sync(edge[warp], sum[s / 2][s % 2], 16, wmma::mem_row_major);
        __syncwarp();
        for (int e = lane; e < 256; e += 32) {
            int i = row + my_row + s / 2 * 16 + e / 16, j = col + my_col + s % 2 * 16 + e % 16;
            if (i < m && j < n)
                c[i * n + j] = edge[warp][e];
        }
        __syncwarp();
    }
}
