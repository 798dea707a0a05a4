//? status: gate
//? says: Let the tensor cores do every multiply-add
// Each lane multiplies by itself.
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
