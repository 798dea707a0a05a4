// wmma_tile: c = a * b for many small matrices of halves, 16 x k and k x 16. One warp computes the
// 16 x 16 results of one pair. This kernel is right, and each lane multiplies by itself.
// TODO: let the warp multiply on a tensor core, by nvcuda::wmma. k can be any number from 1 on.
//
//! launch wmma_tile(a, b, c, k) grid=tiles block=32

#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void wmma_tile(const __half *a, const __half *b, float *c, int k)
{
    int lane = threadIdx.x;
    a += blockIdx.x * 16 * k; // this block's pair
    b += blockIdx.x * 16 * k;
    c += blockIdx.x * 256;

    for (int e = lane; e < 256; e += 32) {
        float sum = 0.0f;
        for (int i = 0; i < k; i++)
            sum += __half2float(a[e / 16 * k + i]) * __half2float(b[i * 16 + e % 16]);
        c[e] = sum;
    }
}
