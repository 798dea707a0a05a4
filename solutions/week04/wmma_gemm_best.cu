// wmma_gemm: blocks of 128 x 256 results, warp tiles of 64 x 64. Copies run two rounds ahead, and
// the fragments of the next step are loaded during the products of this one.
//
//! launch wmma_gemm(a, b, c, m, n, k) grid=(n+255)/256,(m+127)/128 block=256 shared=156672
//!     when=n%8==0&&k%8==0
//! launch any_size(a, b, c, m, n, k) grid=(n+15)/16,(m+15)/16 block=32 when=n%8!=0||k%8!=0

#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;

typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;

// Stores 16 x 16 sums at (row, col) of c. Past an edge they go through tile, this warp's own.
static __device__ void store_sums(float *c, int row, int col, int m, int n, const sums &sum, float *tile)
{
    if (row >= m || col >= n)
        return;
    if (row + 16 <= m && col + 16 <= n && n % 4 == 0) {
        wmma::store_matrix_sync(c + (size_t)row * n + col, sum, n, wmma::mem_row_major);
        return;
    }
    wmma::store_matrix_sync(tile, sum, 16, wmma::mem_row_major);
    __syncwarp();
    for (int e = threadIdx.x % 32; e < 256; e += 32)
        if (row + e / 16 < m && col + e % 16 < n)
            c[(size_t)(row + e / 16) * n + col + e % 16] = tile[e];
    __syncwarp();
}

struct tiles {
    __half a[128][72], b[64][264];
};

// What a thread copies in each round: 4 parts of 16 bytes of a, 32 rows apart, and 8 of b, 8 rows
// apart.
struct copies {
    const __half *a, *b;
    int row_a, col_a, row_b, col_b; // places of the first parts in the tiles
    int rows_a;                     // rows of a from the first part's to the edge
    bool has_b;                     // its column is inside
};

// Starts the copies of the round that begins with column `first` of a. Past the edge they are
// zeros.
static __device__ void fetch(const copies &mine, tiles *to, int first, int n, int k)
{
    const __half *a = mine.a + first, *b = mine.b + (size_t)first * n;
#pragma unroll
    for (int i = 0; i < 128; i += 32) {
        bool is_inside = i < mine.rows_a && first + mine.col_a < k;
        __pipeline_memcpy_async(&to->a[mine.row_a + i][mine.col_a], a + (size_t)i * k, 16, is_inside ? 0 : 16);
    }
#pragma unroll
    for (int i = 0; i < 64; i += 8) { // k is a multiple of 8, so all warps are inside or none is
        bool is_inside = mine.has_b && first + i < k;
        __pipeline_memcpy_async(&to->b[mine.row_b + i][mine.col_b], b + (size_t)i * n, 16, is_inside ? 0 : 16);
    }
    __pipeline_commit();
}

struct fragments {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left[4];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right[4];
};

// Loads 64 rows of a and 64 columns of b, for the 16 products from place i on.
static __device__ void load(fragments &to, const tiles *from, int row, int col, int i)
{
#pragma unroll
    for (int r = 0; r < 4; r++) {
        wmma::load_matrix_sync(to.left[r], &from->a[row + 16 * r][i], 72);
        wmma::load_matrix_sync(to.right[r], &from->b[i][col + 16 * r], 264);
    }
}

extern "C" __global__ void __launch_bounds__(256, 1)
    wmma_gemm(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    extern __shared__ __align__(32) char memory[]; // three tiles in turn: 156 672 bytes
    tiles *tile = (tiles *)memory;
    int t = threadIdx.x, warp = t / 32, turn = 0;
    int row = blockIdx.y * 128, col = blockIdx.x * 256;
    int my_row = warp / 4 * 64, my_col = warp % 4 * 64; // the warp's 64 x 64 of 128 x 256 results
    copies mine = {a + (size_t)(row + t / 8) * k + t % 8 * 8,
                   b + (size_t)(t / 32) * n + col + t % 32 * 8,
                   t / 8,
                   t % 8 * 8,
                   t / 32,
                   t % 32 * 8,
                   m - row - t / 8,
                   col + t % 32 * 8 < n};
    fragments part[2];
    sums sum[4][4];
#pragma unroll
    for (int s = 0; s < 16; s++)
        wmma::fill_fragment(sum[s / 4][s % 4], 0.0f);

    fetch(mine, tile, 0, n, k);
    fetch(mine, tile + 1, 64, n, k);
    __pipeline_wait_prior(1); // only the last fetch may still be in flight
    __syncthreads();          // all copies of the first round are here
    load(part[0], tile, my_row, my_col, 0);
    for (int first = 0; first < k; first += 64) {
        fetch(mine, tile + (turn + 2) % 3, first + 128, n, k);
#pragma unroll
        for (int step = 0; step < 4; step++) {
            if (step == 3) { // all fragments of this round are in registers: on to the next tiles
                turn = turn == 2 ? 0 : turn + 1;
                __pipeline_wait_prior(1);
                __syncthreads();
            }
            load(part[1 - step % 2], tile + turn, my_row, my_col, (step + 1) % 4 * 16);
#pragma unroll
            for (int s = 0; s < 16; s++) {
                const fragments &of = part[step % 2];
                wmma::mma_sync(sum[s / 4][s % 4], of.left[s / 4], of.right[s % 4], sum[s / 4][s % 4]);
            }
        }
    }
    __pipeline_wait_prior(0);
    __syncthreads(); // the tiles become memory for the edges
#pragma unroll
    for (int s = 0; s < 16; s++)
        store_sums(c, row + my_row + s / 4 * 16, col + my_col + s % 4 * 16, m, n, sum[s / 4][s % 4],
                   (float *)memory + warp * 256);
}

// Any n and k: a warp has 16 x 16 results and brings its tiles by elements.
extern "C" __global__ void any_size(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    __shared__ alignas(32) __half tile_a[256], tile_b[256];
    __shared__ alignas(32) float edge[256];
    int row = blockIdx.y * 16, col = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
    sums sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int first = 0; first < k; first += 16) {
        for (int e = threadIdx.x; e < 256; e += 32) {
            int y = e / 16, x = e % 16;
            tile_a[e] = row + y < m && first + x < k ? a[(size_t)(row + y) * k + first + x] : __half(0.0f);
            tile_b[e] = first + y < k && col + x < n ? b[(size_t)(first + y) * n + col + x] : __half(0.0f);
        }
        __syncwarp();
        wmma::load_matrix_sync(left, tile_a, 16);
        wmma::load_matrix_sync(right, tile_b, 16);
        wmma::mma_sync(sum, left, right, sum);
        __syncwarp();
    }
    store_sums(c, row, col, m, n, sum, edge);
}
