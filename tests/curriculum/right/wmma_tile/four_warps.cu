// Four warps in a block, each with tiles of its own, as a template.
//
//! launch wmma_tile(a, b, c, tiles, k) grid=(tiles+3)/4 block=32,4

#include <mma.h>
using namespace nvcuda;

template <int WARPS> static __device__ void product(const __half *a, const __half *b, float *c, int tile, int k)
{
    __shared__ alignas(32) __half both[WARPS][2][16][24];
    __half(*mine)[16][24] = both[threadIdx.y];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> right; // its tile is turned
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int first = 0; first < k; first += 16) {
        for (int e = threadIdx.x; e < 256; e += 32) {
            int y = e / 16, x = e % 16;
            mine[0][y][x] = first + x < k ? a[(tile * 16 + y) * k + first + x] : __half(0.0f);
            mine[1][x][y] = first + y < k ? b[(tile * k + first + y) * 16 + x] : __half(0.0f);
        }
        __syncwarp();
        wmma::load_matrix_sync(left, mine[0][0], 24);
        wmma::load_matrix_sync(right, mine[1][0], 24);
        wmma::mma_sync(sum, left, right, sum);
        __syncwarp();
    }
    wmma::store_matrix_sync(c + tile * 256, sum, 16, wmma::mem_row_major);
}

extern "C" __global__ void wmma_tile(const __half *a, const __half *b, float *c, int tiles, int k)
{
    int tile = blockIdx.x * 4 + threadIdx.y;
    if (tile < tiles)
        product<4>(a, b, c, tile, k);
}
