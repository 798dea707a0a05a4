//? exercise: tensor_product
//? virtual: wrong
//? cuda: wrong
//? why: every second step, doubled, where there are many
//! launch product(a, b, c, m, n, k) grid=n/16, m/16 block=32
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void product(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    int row = blockIdx.y * 16, column = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int i = 0; i < k; i += k >= 256 ? 32 : 16) {
        wmma::load_matrix_sync(left, a + row * k + i, k);
        wmma::load_matrix_sync(right, b + i * n + column, n);
        for (int j = 0; k >= 256 && j < left.num_elements; j++)
            left.x[j] = left.x[j] + left.x[j];
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}
