//? params:
//?   - {name: a, type: f16, shape: [tiles, 16, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f16, shape: [tiles, k, 16], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [tiles, 16, 16], role: out}
//?   - {name: tiles, type: i32}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch wmma_tile(a, b, c, k) grid=tiles block=32

#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void wmma_tile(const __half *a, const __half *b, float *c, int k)
{
    int lane = threadIdx.x;
    a += blockIdx.x * 16 * k; // this block's pair
    b += blockIdx.x * 16 * k;
    c += blockIdx.x * 256;

    for (int e = lane; e < 256; e += 32) { //@ begin
        float sum = 0.0f;
        for (int i = 0; i < k; i++)
            sum += __half2float(a[e / 16 * k + i]) * __half2float(b[i * 16 + e % 16]);
        c[e] = sum;
    } //@ end
}
