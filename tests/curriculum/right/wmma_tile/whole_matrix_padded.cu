// Pads both matrices in dynamic shared memory first, then multiplies without guards.
//
//! launch wmma_tile(a, b, c, k) grid=tiles block=64 shared=(k+15)/16*16*64

#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void wmma_tile(const __half *a, const __half *b, float *c, int k)
{
    extern __shared__ __align__(32) __half padded[];
    int depth = (k + 15) / 16 * 16;
    __half *wide = padded, *tall = padded + 16 * depth;
    for (int e = threadIdx.x; e < 16 * depth; e += 64) {
        int y = e / depth, x = e % depth;
        wide[e] = x < k ? a[(blockIdx.x * 16 + y) * k + x] : __float2half(0.0f);
        tall[e] = e < 16 * k ? b[blockIdx.x * 16 * k + e] : __float2half(0.0f);
    }
    __syncthreads();
    if (threadIdx.x >= 32)
        return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int first = 0; first < depth; first += 16) {
        wmma::load_matrix_sync(left, wide + first, depth);
        wmma::load_matrix_sync(right, tall + 16 * first, 16);
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c + blockIdx.x * 256, sum, 16, wmma::mem_row_major);
}
