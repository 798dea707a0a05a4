// Threads that meet in shared memory at less than a word each, and at whole matrices.
#include <mma.h>

namespace wmma = nvcuda::wmma;
using sums = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;
using factor = wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major>;

// run halves_after_a_barrier: block=64 | c=i32[64]
extern "C" __global__ void halves_after_a_barrier(int *c)
{
    __shared__ unsigned short tile[64];
    int i = threadIdx.x;
    tile[i] = i;
    __syncthreads();
    c[i] = tile[63 - i];
}

// run halves_without_a_barrier: block=64 | c=i32[64]
extern "C" __global__ void halves_without_a_barrier(int *c)
{
    __shared__ unsigned short tile[64];
    int i = threadIdx.x;
    tile[i] = i; // find race_write_after_read thread=32,0,0 other=1 buffer=tile
    c[i] = tile[63 - i]; // find race_read_after_write thread=32,0,0 other=-1 buffer=tile; find uninitialised_shared thread=0,0,0 buffer=tile
}

// run each_thread_its_half: block=64 | c=i32[64]
extern "C" __global__ void each_thread_its_half(volatile int *c)
{
    __shared__ volatile unsigned short tile[64];
    int i = threadIdx.x;
    for (int k = 0; k < 3; k++) {
        tile[i] = i + k;
        c[i] = tile[i];
    }
}

// run halves_in_a_loop: block=64 | a=i32[256]:iota c=i32[64]
extern "C" __global__ void halves_in_a_loop(const int *a, int *c)
{
    __shared__ unsigned short tile[64];
    int i = threadIdx.x, sum = 0;
    for (int k = 0; k < 4; k++) {
        tile[i] = a[k * 64 + i]; // find race_write_after_read buffer=tile other=2
        __syncthreads();
        sum += tile[(i + 1) % 64]; // may race_read_after_write buffer=tile
    }
    c[i] = sum;
}

// run bytes_between_two_barriers: block=64 | a=i32[256]:iota c=i32[64]
extern "C" __global__ void bytes_between_two_barriers(const int *a, int *c)
{
    __shared__ unsigned char tile[64];
    int i = threadIdx.x, sum = 0;
    for (int k = 0; k < 4; k++) {
        tile[i] = a[k * 64 + i];
        __syncthreads();
        sum += tile[63 - i];
        __syncthreads();
    }
    c[i] = sum;
}

// run matrix_after_a_barrier: block=64 | c=f32[512]
extern "C" __global__ void matrix_after_a_barrier(float *c)
{
    __shared__ float tiles[2][256];
    int warp = threadIdx.x / 32;
    sums sum;
    wmma::fill_fragment(sum, 1.0f + warp);
    wmma::store_matrix_sync(tiles[warp], sum, 16, wmma::mem_row_major);
    __syncthreads();
    wmma::load_matrix_sync(sum, tiles[1 - warp], 16, wmma::mem_row_major);
    wmma::store_matrix_sync(c + warp * 256, sum, 16, wmma::mem_row_major);
}

// run matrix_without_a_barrier: block=64 | c=f32[512]
extern "C" __global__ void matrix_without_a_barrier(float *c)
{
    __shared__ float tiles[2][256];
    int warp = threadIdx.x / 32;
    sums sum;
    wmma::fill_fragment(sum, 1.0f + warp);
    wmma::store_matrix_sync(tiles[warp], sum, 16, wmma::mem_row_major); // find race_write_after_read buffer=tiles other=1 build=optimised; find race_write_after_read buffer=tiles says=read_without build=debug
    wmma::load_matrix_sync(sum, tiles[1 - warp], 16, wmma::mem_row_major); // find race_read_after_write buffer=tiles other=-1 build=optimised; find race_read_after_write buffer=tiles says=wrote_without build=debug; find uninitialised_shared buffer=tiles
    wmma::store_matrix_sync(c + warp * 256, sum, 16, wmma::mem_row_major);
}

// run factor_after_a_barrier: block=64 | c=f32[512]
extern "C" __global__ void factor_after_a_barrier(float *c)
{
    __shared__ half tile[256];
    int warp = threadIdx.x / 32;
    factor b;
    for (int i = threadIdx.x; i < 256; i += 64)
        tile[i] = __float2half(i);
    __syncthreads();
    wmma::load_matrix_sync(b, tile, 16);
    for (int i = 0; i < 8; i++)
        c[warp * 256 + threadIdx.x % 32 * 8 + i] = __half2float(b.x[i]);
}

// run factor_without_a_barrier: block=64 | c=f32[512]
extern "C" __global__ void factor_without_a_barrier(float *c)
{
    __shared__ half tile[256];
    int warp = threadIdx.x / 32;
    factor b;
    for (int i = threadIdx.x; i < 256; i += 64)
        tile[i] = __float2half(i); // find race_write_after_read buffer=tile other=1 build=optimised; find race_write_after_read buffer=tile says=read_without build=debug
    wmma::load_matrix_sync(b, tile, 16); // find race_read_after_write buffer=tile other=-1; find uninitialised_shared buffer=tile
    for (int i = 0; i < 8; i++)
        c[warp * 256 + threadIdx.x % 32 * 8 + i] = __half2float(b.x[i]);
}
