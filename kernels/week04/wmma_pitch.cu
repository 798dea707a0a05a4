//? params:
//?   - {name: a, type: f16, shape: [16, 16], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [16, 16], role: out}
//! launch gemm(a, c) grid=1 block=32
#include <mma.h>
using namespace nvcuda;
#define PITCH 128
extern "C" __global__ void gemm(const __half *a, float *c)
{
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
    __shared__ alignas(32) __half tile[16][PITCH]; //@ begin
    for (int e = threadIdx.x; e < 256; e += 32)
        tile[e / 16][e % 16] = a[e];
    __syncwarp();
    wmma::load_matrix_sync(right, &tile[0][0], PITCH); //@ load end
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(left, __half(1.0f));
    wmma::fill_fragment(sum, 0.0f);
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}
