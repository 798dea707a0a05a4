// Four warps, 64 x 64 results in a block, and rows of the tiles 8 halves longer.
//
//! launch wmma_linear(a, b, c, m, n, k) grid=(n+63)/64,(m+63)/64 block=128
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void wmma_linear(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    __shared__ alignas(32) __half A[64][40], B[64][40];
    __shared__ alignas(32) float out[64][68];
    int t = threadIdx.x, warp = t / 32, row = blockIdx.y * 64, col = blockIdx.x * 64;
    int r0 = warp / 2 * 32, c0 = warp % 2 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
    for (auto &s : sum)
        for (auto &f : s)
            wmma::fill_fragment(f, 0.0f);
    for (int f = 0; f < k; f += 32) {
        if (k % 8 == 0)
            for (int e = t; e < 256; e += 128) {
                int r = e / 4, i = e % 4 * 8;
                uint4 zero = {};
                *(uint4 *)&A[r][i] = row + r < m && f + i < k ? *(const uint4 *)&a[(row + r) * k + f + i] : zero;
                *(uint4 *)&B[r][i] = col + r < n && f + i < k ? *(const uint4 *)&b[(col + r) * k + f + i] : zero;
            }
        else
            for (int e = t; e < 2048; e += 128) {
                int r = e / 32, i = e % 32;
                A[r][i] = row + r < m && f + i < k ? a[(row + r) * k + f + i] : __half(0.0f);
                B[r][i] = col + r < n && f + i < k ? b[(col + r) * k + f + i] : __half(0.0f);
            }
        __syncthreads();
        for (int i = 0; i < 32; i += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> right[2];
            for (int h = 0; h < 2; h++) {
                wmma::load_matrix_sync(left[h], &A[r0 + 16 * h][i], 40);
                wmma::load_matrix_sync(right[h], &B[c0 + 16 * h][i], 40);
            }
            for (int s = 0; s < 4; s++)
                wmma::mma_sync(sum[s / 2][s % 2], left[s / 2], right[s % 2], sum[s / 2][s % 2]);
        }
        __syncthreads();
    }
    for (int s = 0; s < 4; s++)
        wmma::store_matrix_sync(&out[r0 + s / 2 * 16][c0 + s % 2 * 16], sum[s / 2][s % 2], 68, wmma::mem_row_major);
    __syncthreads();
    for (int e = t; e < 4096; e += 128)
        if (row + e / 64 < m && col + e % 64 < n)
            c[(row + e / 64) * n + col + e % 64] = out[e / 64][e % 64];
}
