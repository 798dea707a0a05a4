//? params:
//?   - {name: a, type: f16, shape: [64, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f16, shape: [k, 64], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [64, 64], role: out}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, k) grid=1 block=128
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void gemm(const __half *a, const __half *b, float *c, int k)
{
    int warp = threadIdx.x / 32; //@ begin
    int my_row = /*?my_row*/;
    int my_col = warp % 2 * 32; //@ end
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right[2];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
    for (int s = 0; s < 4; s++)
        wmma::fill_fragment(sum[s / 2][s % 2], 0.0f);
    for (int first = 0; first < k; first += 16) {
        for (int r = 0; r < 2; r++) {
            wmma::load_matrix_sync(left[r], a + (my_row + 16 * r) * k + first, k);
            wmma::load_matrix_sync(right[r], b + first * 64 + my_col + 16 * r, 64);
        }
        for (int s = 0; s < 4; s++)
            wmma::mma_sync(sum[s / 2][s % 2], left[s / 2], right[s % 2], sum[s / 2][s % 2]);
    }
    for (int s = 0; s < 4; s++)
        wmma::store_matrix_sync(c + (my_row + s / 2 * 16) * 64 + my_col + s % 2 * 16, sum[s / 2][s % 2], 64,
                                wmma::mem_row_major);
}
