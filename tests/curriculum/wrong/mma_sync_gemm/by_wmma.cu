//? status: gate
//? says: and not wmma
// The best kernel of wmma_gemm: it copies ahead, and wmma loads the fragments.
//
//! launch mma_sync_gemm(a, b, c, m, n, k) grid=(n+255)/256,(m+127)/128 block=256 shared=156672

#include <cuda_pipeline.h>
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

struct tiles {
    __half a[128][72], b[64][264];
};

// Copies eight halves of a row to a tile, zeros past the edge. The warp does not wait for them.
static __device__ void copy_eight(__half *to, const __half *in, int row, int col, int rows, int cols)
{
    bool is_inside = row < rows && col < cols;
    __pipeline_memcpy_async(to, is_inside ? in + row * cols + col : in, 16, is_inside ? 0 : 16);
}

// Starts to fill tiles with the part of a and b that begins at `first`.
static __device__ void fetch(tiles *to, const __half *a, const __half *b, int first, int m, int n, int k)
{
    int t = threadIdx.x, row = blockIdx.y * 128, col = blockIdx.x * 256;
    if (n % 8 == 0 && k % 8 == 0) {
#pragma unroll
        for (int e = t; e < 1024; e += 256)
            copy_eight(&to->a[e / 8][e % 8 * 8], a, row + e / 8, first + e % 8 * 8, m, k);
#pragma unroll
        for (int e = t; e < 2048; e += 256)
            copy_eight(&to->b[e / 32][e % 32 * 8], b, first + e / 32, col + e % 32 * 8, k, n);
    } else {
        for (int e = t; e < 1024; e += 256)
            *(uint4 *)&to->a[e / 8][e % 8 * 8] = eight(a, row + e / 8, first + e % 8 * 8, m, k);
        for (int e = t; e < 2048; e += 256)
            *(uint4 *)&to->b[e / 32][e % 32 * 8] = eight(b, first + e / 32, col + e % 32 * 8, k, n);
    }
    __pipeline_commit();
}

extern "C" __global__ void __launch_bounds__(256)
    mma_sync_gemm(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    extern __shared__ __align__(32) char memory[]; // three tiles in turn: 156 672 bytes
    tiles *tile = (tiles *)memory;
    int warp = threadIdx.x / 32, turn = 0;
    int my_row = warp / 4 * 64, my_col = warp % 4 * 64; // the warp's 64 x 64 of 128 x 256 results
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left[4];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right[4];
    sums sum[4][4];
#pragma unroll
    for (int s = 0; s < 16; s++)
        wmma::fill_fragment(sum[s / 4][s % 4], 0.0f);

    fetch(tile, a, b, 0, m, n, k);
    fetch(tile + 1, a, b, 64, m, n, k);
    for (int first = 0; first < k; first += 64) {
        __pipeline_wait_prior(1); // only the last fetch may still be in flight
        __syncthreads();          // all copies of this round are here
        fetch(tile + (turn + 2) % 3, a, b, first + 128, m, n, k);
        const tiles *now = tile + turn;
#pragma unroll
        for (int i = 0; i < 64; i += 16) {
#pragma unroll
            for (int r = 0; r < 4; r++) {
                wmma::load_matrix_sync(left[r], &now->a[my_row + 16 * r][i], 72);
                wmma::load_matrix_sync(right[r], &now->b[i][my_col + 16 * r], 264);
            }
#pragma unroll
            for (int s = 0; s < 16; s++)
                wmma::mma_sync(sum[s / 4][s % 4], left[s / 4], right[s % 4], sum[s / 4][s % 4]);
        }
        turn = (turn + 1) % 3;
    }
    __pipeline_wait_prior(0);
    __syncthreads(); // the tiles become memory for the edges
#pragma unroll
    for (int s = 0; s < 16; s++)
        store_sums(c, blockIdx.y * 128 + my_row + s / 4 * 16, blockIdx.x * 256 + my_col + s % 4 * 16, m, n,
                   sum[s / 4][s % 4], (float *)memory + warp * 256);
}
