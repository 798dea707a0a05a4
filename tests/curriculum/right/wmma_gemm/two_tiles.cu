// Fetches the next tiles into registers while the warps multiply.
//
//! launch wmma_gemm(a, b, c, m, n, k) grid=(n+127)/128,(m+127)/128 block=256

#include <mma.h>
using namespace nvcuda;

// Eight halves of a row, 0 past the edge. One load if each row begins at a multiple of 16 bytes.
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

typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;

// Stores 16 x 16 sums at (row, col) of c. Past an edge they go through tile, this warp's own.
static __device__ void store_sums(float *c, int row, int col, int m, int n, const sums &sum, float *tile)
{
    if (row >= m || col >= n)
        return;
    if (row + 16 <= m && col + 16 <= n && n % 4 == 0) {
        wmma::store_matrix_sync(c + row * n + col, sum, n, wmma::mem_row_major);
        return;
    }
    wmma::store_matrix_sync(tile, sum, 16, wmma::mem_row_major);
    __syncwarp();
    for (int e = threadIdx.x % 32; e < 256; e += 32)
        if (row + e / 16 < m && col + e % 16 < n)
            c[(row + e / 16) * n + col + e % 16] = tile[e];
    __syncwarp();
}

extern "C" __global__ void __launch_bounds__(256)
    wmma_gemm(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    __shared__ alignas(32) __half tile_a[2][128][40];
    __shared__ alignas(32) __half tile_b[2][32][136];
    __shared__ alignas(32) float edge[8][256];
    int t = threadIdx.x, warp = t / 32;
    int row = blockIdx.y * 128, col = blockIdx.x * 128;
    int my_row = warp / 4 * 64, my_col = warp % 4 * 32; // the warp's 64 x 32 results
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left[4];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right[2];
    sums sum[4][2];
    for (int r = 0; r < 4; r++)
        for (int q = 0; q < 2; q++)
            wmma::fill_fragment(sum[r][q], 0.0f);
    uint4 next_a[2], next_b[2];

    for (int l = 0; l < 2; l++) {
        next_a[l] = eight(a, row + t / 4 + 64 * l, t % 4 * 8, m, k);
        next_b[l] = eight(b, t / 16 + 16 * l, col + t % 16 * 8, k, n);
    }
    int turn = 0;
    for (int first = 0; first < k; first += 32) {
        for (int l = 0; l < 2; l++) {
            *(uint4 *)&tile_a[turn][t / 4 + 64 * l][t % 4 * 8] = next_a[l];
            *(uint4 *)&tile_b[turn][t / 16 + 16 * l][t % 16 * 8] = next_b[l];
        }
        __syncthreads(); // the only barrier: the next round fills the other tiles
        for (int l = 0; l < 2; l++) {
            next_a[l] = eight(a, row + t / 4 + 64 * l, first + 32 + t % 4 * 8, m, k);
            next_b[l] = eight(b, first + 32 + t / 16 + 16 * l, col + t % 16 * 8, k, n);
        }
        for (int i = 0; i < 32; i += 16) {
            for (int r = 0; r < 4; r++)
                wmma::load_matrix_sync(left[r], &tile_a[turn][my_row + 16 * r][i], 40);
            for (int q = 0; q < 2; q++)
                wmma::load_matrix_sync(right[q], &tile_b[turn][i][my_col + 16 * q], 136);
            for (int r = 0; r < 4; r++)
                for (int q = 0; q < 2; q++)
                    wmma::mma_sync(sum[r][q], left[r], right[q], sum[r][q]);
        }
        turn = 1 - turn;
    }
    for (int r = 0; r < 4; r++)
        for (int q = 0; q < 2; q++)
            store_sums(c, row + my_row + 16 * r, col + my_col + 16 * q, m, n, sum[r][q], edge[warp]);
}
