// If k is a multiple of 16, the fragments come from global memory, otherwise from tiles.
//! launch scores(a, b, c, tiles, k) grid=ceil_div(tiles, 4) block=32, 4
#include <mma.h>
using namespace nvcuda::wmma;
extern "C" __global__ void scores(const half *a, const half *b, float *c, int tiles, int k)
{
    __shared__ alignas(32) half s[4][2][16 * 24];
    const int w = threadIdx.y, tile = blockIdx.x * 4 + w;
    if (tile >= tiles)
        return;
    a += (size_t)tile * 16 * k, b += (size_t)tile * 16 * k;
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, col_major> fb;
    fragment<accumulator, 16, 16, 16, float> acc;
    fill_fragment(acc, 0.f);
    for (int f = 0; f < k; f += 16) {
        if (k % 16 == 0) {
            load_matrix_sync(fa, a + f, k);
            load_matrix_sync(fb, b + f, k);
        } else {
            __syncwarp();
            for (int e = threadIdx.x; e < 256; e += 32) {
                int r = e >> 4, x = e & 15;
                bool in = f + x < k;
                s[w][0][r * 24 + x] = in ? a[r * k + f + x] : __float2half(0.f);
                s[w][1][r * 24 + x] = in ? b[r * k + f + x] : __float2half(0.f);
            }
            __syncwarp();
            load_matrix_sync(fa, s[w][0], 24);
            load_matrix_sync(fb, s[w][1], 24);
        }
        mma_sync(acc, fa, fb, acc);
    }
#pragma unroll
    for (float &v : acc.x)
        v *= rsqrtf(k);
    store_matrix_sync(c + tile * 256, acc, 16, mem_row_major);
}
