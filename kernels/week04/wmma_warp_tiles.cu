//? params:
//?   - {name: a, type: f16, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f16, shape: [k, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//?   - {name: fragments, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, n, k, fragments) grid=n/128,m/128 block=2048/fragments
#include <mma.h>
using namespace nvcuda;

template <class LEFT, class RIGHT, class SUM, int ROWS, int COLS>
static __device__ void step(LEFT (&left)[ROWS], RIGHT (&right)[COLS], SUM (&sum)[ROWS][COLS], const __half *a,
                            const __half *b)
{
#pragma unroll
    for (int r = 0; r < ROWS; r++) //@ begin
        wmma::load_matrix_sync(left[r], a + 16 * r * 40, 40);
#pragma unroll
    for (int q = 0; q < COLS; q++)
        wmma::load_matrix_sync(right[q], b + 16 * q, 136);
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int q = 0; q < COLS; q++)
            wmma::mma_sync(sum[r][q], left[r], right[q], sum[r][q]); //@ end
}

template <int ROWS, int COLS>
static __device__ void multiply(__half (*tile_a)[40], __half (*tile_b)[136], const __half *a, const __half *b, float *c,
                                int n, int k)
{
    constexpr int THREADS = 2048 / (ROWS * COLS);
    int t = threadIdx.x, warp = t / 32, across = 8 / COLS;
    int my_row = warp / across * ROWS * 16, my_col = warp % across * COLS * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left[ROWS];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right[COLS];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[ROWS][COLS];
#pragma unroll
    for (int s = 0; s < ROWS * COLS; s++)
        wmma::fill_fragment(sum[s / COLS][s % COLS], 0.0f);
    for (int first = 0; first < k; first += 32) {
#pragma unroll
        for (int e = t; e < 512; e += THREADS) {
            *(uint4 *)&tile_a[e / 4][e % 4 * 8] = *(const uint4 *)(a + e / 4 * k + first + e % 4 * 8);
            *(uint4 *)&tile_b[e / 16][e % 16 * 8] = *(const uint4 *)(b + (first + e / 16) * n + e % 16 * 8);
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 32; i += 16)
            step(left, right, sum, &tile_a[my_row][i], &tile_b[i][my_col]);
        __syncthreads();
    }
#pragma unroll
    for (int s = 0; s < ROWS * COLS; s++)
        wmma::store_matrix_sync(c + (my_row + s / COLS * 16) * n + my_col + s % COLS * 16, sum[s / COLS][s % COLS], n,
                                wmma::mem_row_major);
}

extern "C" __global__ void gemm(const __half *a, const __half *b, float *c, int n, int k, int fragments)
{
    __shared__ alignas(32) __half tile_a[128][40];
    __shared__ alignas(32) __half tile_b[32][136];
    a += blockIdx.y * 128 * k;
    b += blockIdx.x * 128;
    c += blockIdx.y * 128 * n + blockIdx.x * 128;
    if (fragments == 2)
        multiply<2, 1>(tile_a, tile_b, a, b, c, n, k);
    else if (fragments == 4)
        multiply<2, 2>(tile_a, tile_b, a, b, c, n, k);
    else if (fragments == 8)
        multiply<4, 2>(tile_a, tile_b, a, b, c, n, k);
    else
        multiply<4, 4>(tile_a, tile_b, a, b, c, n, k);
}
