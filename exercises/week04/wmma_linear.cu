// wmma_linear: c = a * b^T on tensor cores. a is m x k, b is n x k: the weights of a linear layer.
// TODO: eight warps share tiles, and each warp has several fragments of sums.
//
//! launch wmma_linear(a, b, c, m, n, k) grid=(n+127)/128,(m+127)/128 block=256

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

extern "C" __global__ void wmma_linear(const __half *a, const __half *b, float *c, int m, int n, int k)
{
}
