//? params:
//?   - {name: a, type: f32, shape: [16, 16], role: in, init: "integers(-3, 3)"}
//?   - {name: b, type: f32, shape: [16, 16], role: in, init: "integers(-3, 3)"}
//?   - {name: c, type: f32, shape: [16, 16], role: out}
//?   - {name: n, type: i32}
//! launch tile(a, b, c, n) grid=1 block=32
#include <mma.h>
using namespace nvcuda::wmma;

extern "C" __global__ void tile(const float *a, const float *b, float *c, int n)
{
    __shared__ __align__(32) half tile_a[16][24], tile_b[16][24];
    __shared__ __align__(32) float sums[16][20];
    for (int e = threadIdx.x; e < 256; e += 32) {
        tile_a[e / 16][e % 16] = __float2half(a[e]);
        tile_b[e / 16][e % 16] = __float2half(b[e]);
    }
    __syncwarp();
    fragment<matrix_a, 16, 16, 16, half, row_major> of_a;
    fragment<matrix_b, 16, 16, 16, half, row_major> of_b;
    fragment<accumulator, 16, 16, 16, float> own;
    fill_fragment(own, 0.0f);
    load_matrix_sync(of_a, &tile_a[0][0], 24); //@ begin
    load_matrix_sync(of_b, &tile_b[0][0], 24);
    mma_sync(own, of_a, of_b, own);
    store_matrix_sync(&sums[0][0], own, /*?pitch*/, mem_row_major);
    __syncwarp();
    for (int e = threadIdx.x; e < 256; e += 32)
        c[e] = sums[e / 16][e % 16]; //@ end
}
