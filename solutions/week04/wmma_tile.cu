// wmma_tile: 16 of k in each step. Whole steps are loaded from a and b, the last one through tiles
// with zeros past k. Where rows of a are not aligned, all steps go through the tiles.
//
//! launch wmma_tile(a, b, c, k) grid=tiles block=32

#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void wmma_tile(const __half *a, const __half *b, float *c, int k)
{
    // for steps that wmma cannot load directly
    __shared__ alignas(32) __half tile_a[16][16], tile_b[16][16];
    int lane = threadIdx.x;
    a += blockIdx.x * 16 * k; // this block's pair
    b += blockIdx.x * 16 * k;
    c += blockIdx.x * 256;
    int direct = k % 8 == 0 ? k / 16 * 16 : 0; // below it, steps need no tiles

    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);

    for (int first = 0; first < direct; first += 16) {
        wmma::load_matrix_sync(left, a + first, k);
        wmma::load_matrix_sync(right, b + first * 16, 16);
        wmma::mma_sync(sum, left, right, sum);
    }
    for (int first = direct; first < k; first += 16) {
        for (int e = lane; e < 256; e += 32) {
            int y = e / 16, x = e % 16;
            tile_a[y][x] = first + x < k ? a[y * k + first + x] : __half(0.0f);
            tile_b[y][x] = first + y < k ? b[(first + y) * 16 + x] : __half(0.0f);
        }
        __syncthreads(); // the tiles are complete
        wmma::load_matrix_sync(left, &tile_a[0][0], 16);
        wmma::load_matrix_sync(right, &tile_b[0][0], 16);
        wmma::mma_sync(sum, left, right, sum);
        __syncthreads(); // nobody reads them any more
    }
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}
