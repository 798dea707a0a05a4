//? params:
//?   - {name: a, type: f16, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f16, shape: [k, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, n, k) grid=n/16,m/16 block=32
#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void gemm(const __half *a, const __half *b, float *c, int n, int k)
{
    a += blockIdx.y * 16 * k; // 16 rows of a, 16 columns of b
    b += blockIdx.x * 16;
    c += blockIdx.y * 16 * n + blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);

    for (int first = 0; first < k; first += 16) { //@ begin
        wmma::load_matrix_sync(left, a + first, k);
        wmma::load_matrix_sync(right, b + first * n, n);
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c, sum, n, wmma::mem_row_major); //@ end
}
