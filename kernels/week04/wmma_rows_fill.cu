//? params:
//?   - {name: a, type: f16, shape: [16, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f16, shape: [k, 64], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [16, 64], role: out}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, k) grid=1 block=128
#include <mma.h>
using namespace nvcuda;
static __device__ uint4 eight(const __half *in, int row, int col, int rows, int cols)
{
    alignas(16) __half part[8] = {};
    for (int q = 0; q < 8; q++)
        if (row < rows && col + q < cols)
            part[q] = in[row * cols + col + q];
    return *(uint4 *)part;
}
extern "C" __global__ void gemm(const __half *a, const __half *b, float *c, int k)
{
    __shared__ alignas(32) __half tile_a[16][40];
    __shared__ alignas(32) __half tile_b[32][72];
    int t = threadIdx.x, warp = t / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int first = 0; first < k; first += 32) { //@ begin
        // eight(in, row, col, rows, cols): 8 halves, 0 past the edge
        for (int e = t; e < 256; e += 128) {
            uint4 part = eight(b, /*?row*/, e % 8 * 8, k, 64);
            *(uint4 *)&tile_b[e / 8][e % 8 * 8] = part;
        } //@ end
        if (t < 64)
            *(uint4 *)&tile_a[t / 4][t % 4 * 8] = eight(a, t / 4, first + t % 4 * 8, 16, k);
        __syncthreads();
        for (int i = 0; i < 32; i += 16) {
            wmma::load_matrix_sync(left, &tile_a[0][i], 40);
            wmma::load_matrix_sync(right, &tile_b[i][warp * 16], 72);
            wmma::mma_sync(sum, left, right, sum);
        }
        __syncthreads();
    }
    wmma::store_matrix_sync(c + warp * 16, sum, 64, wmma::mem_row_major);
}
