// wmma_gemm: c = a * b on tensor cores. It is right. Eight warps share tiles of a and b, and each
// warp has 64 x 32 results. For each product of fragments it loads two.
// TODO: load each fragment once for all its products, and avoid bank conflicts.
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

extern "C" __global__ void wmma_gemm(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    __shared__ alignas(32) __half tile_a[128][32];
    __shared__ alignas(32) __half tile_b[32][128];
    __shared__ alignas(32) float edge[8][256];
    int t = threadIdx.x, warp = t / 32;
    int row = blockIdx.y * 128, col = blockIdx.x * 128;
    int my_row = warp / 4 * 64, my_col = warp % 4 * 32; // the warp's 64 x 32 results in the block's
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
    sums sum[4][2];
    for (int s = 0; s < 8; s++)
        wmma::fill_fragment(sum[s / 2][s % 2], 0.0f);

    for (int first = 0; first < k; first += 32) {
        for (int e = t; e < 512; e += 256) {
            *(uint4 *)&tile_a[e / 4][e % 4 * 8] = eight(a, row + e / 4, first + e % 4 * 8, m, k);
            *(uint4 *)&tile_b[e / 16][e % 16 * 8] = eight(b, first + e / 16, col + e % 16 * 8, k, n);
        }
        __syncthreads(); // the tiles are complete
        for (int i = 0; i < 32; i += 16) {
            for (int s = 0; s < 8; s++) {
                wmma::load_matrix_sync(left, &tile_a[my_row + s / 2 * 16][i], 32);
                wmma::load_matrix_sync(right, &tile_b[i][my_col + s % 2 * 16], 128);
                wmma::mma_sync(sum[s / 2][s % 2], left, right, sum[s / 2][s % 2]);
            }
        }
        __syncthreads(); // nobody reads them any more
    }
    for (int s = 0; s < 8; s++)
        store_sums(c, row + my_row + s / 2 * 16, col + my_col + s % 2 * 16, m, n, sum[s / 2][s % 2], edge[warp]);
}
