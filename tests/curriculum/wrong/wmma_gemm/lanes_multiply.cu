//? status: gate
//? says: tensor cores
// The tiled kernel of week 3, on halves: no tensor core.
//
//! launch wmma_gemm(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,8

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
    __shared__ alignas(32) __half tile_a[32][40];
    __shared__ alignas(32) __half tile_b[32][40];
    int x = threadIdx.x, y = threadIdx.y, t = 32 * y + x;
    int row = blockIdx.y * 32, col = blockIdx.x * 32;
    float sum[4] = {};
    for (int first = 0; first < k; first += 32) {
        if (t < 128) {
            *(uint4 *)&tile_a[t / 4][t % 4 * 8] = eight(a, row + t / 4, first + t % 4 * 8, m, k);
            *(uint4 *)&tile_b[t / 4][t % 4 * 8] = eight(b, first + t / 4, col + t % 4 * 8, k, n);
        }
        __syncthreads();
        for (int i = 0; i < 32; i++)
            for (int r = 0; r < 4; r++)
                sum[r] += __half2float(tile_a[y + 8 * r][i]) * __half2float(tile_b[i][x]);
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        if (row + y + 8 * r < m && col + x < n)
            c[(row + y + 8 * r) * n + col + x] = sum[r];
}
