//? status: wrong
//? says: Right where k is a multiple of 16
// Leaves out the last step where k is not a multiple of 16.
//
//! launch wmma_tile(a, b, c, k) grid=tiles block=32

#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void wmma_tile(const __half *a, const __half *b, float *c, int k)
{
    a += blockIdx.x * 16 * k; // this block's pair
    b += blockIdx.x * 16 * k;
    c += blockIdx.x * 256;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);

    for (int first = 0; first + 16 <= k && k % 8 == 0; first += 16) {
        wmma::load_matrix_sync(left, a + first, k);
        wmma::load_matrix_sync(right, b + first * 16, 16);
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}
