//? exercise: tensor_product
//? virtual: wrong|unsafe|crash|timeout
//? cuda: wrong|unsafe|crash|timeout
//? why: 16 lanes multiply, the others have left
//! launch product(a, b, c, m, n, k) grid=n/16, m/16 block=32
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void product(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    int row = blockIdx.y * 16, column = blockIdx.x * 16;
    if (threadIdx.x >= 16)
        return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int i = 0; i < k; i += 16) {
        wmma::load_matrix_sync(left, a + row * k + i, k);
        wmma::load_matrix_sync(right, b + i * n + column, n);
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}
