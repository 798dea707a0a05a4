// wmma_gemm: c = a * b on tensor cores. This is wmma_tile for large matrices: right, and one warp
// computes one tile of 16 x 16. Each warp fetches all its tiles by itself.
// TODO: let eight warps share larger tiles, and give each warp several fragments of sums.
//
//! launch wmma_gemm(a, b, c, m, n, k) grid=(n+15)/16,(m+15)/16 block=32

#include <mma.h>
using namespace nvcuda;

// Eight halves of a row, 0 past the edge. One load if each row begins at a multiple of 16 bytes.
static __device__ uint4 eight(const __half *in, int row, int col, int rows, int cols)
{
    __half part[8] = {};
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
    __shared__ alignas(32) __half tile_a[16][16];
    __shared__ alignas(32) __half tile_b[16][16];
    __shared__ alignas(32) float edge[256];
    int t = threadIdx.x, row = blockIdx.y * 16, col = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
    sums sum;
    wmma::fill_fragment(sum, 0.0f);

    for (int first = 0; first < k; first += 16) {
        *(uint4 *)&tile_a[t / 2][t % 2 * 8] = eight(a, row + t / 2, first + t % 2 * 8, m, k);
        *(uint4 *)&tile_b[t / 2][t % 2 * 8] = eight(b, first + t / 2, col + t % 2 * 8, k, n);
        __syncthreads(); // the tiles are complete
        wmma::load_matrix_sync(left, &tile_a[0][0], 16);
        wmma::load_matrix_sync(right, &tile_b[0][0], 16);
        wmma::mma_sync(sum, left, right, sum);
        __syncthreads(); // nobody reads them any more
    }
    store_sums(c, row, col, m, n, sum, edge);
}
