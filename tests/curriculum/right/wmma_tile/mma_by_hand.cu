// Each lane loads the elements that mma.sync wants of it, and no fragment type is used.
//
//! launch wmma_tile(a, b, c, k) grid=tiles block=32

#include <cuda_fp16.h>

static __device__ unsigned pair(__half low, __half high)
{
    return __half_as_ushort(low) | (unsigned)__half_as_ushort(high) << 16;
}

extern "C" __global__ void wmma_tile(const __half *a, const __half *b, float *c, int k)
{
    int row = threadIdx.x / 4, two = threadIdx.x % 4 * 2;
    a += blockIdx.x * 16 * k;
    b += blockIdx.x * 16 * k;
    c += blockIdx.x * 256;
    __half none = __float2half(0.0f);
    float sum[2][4] = {};
    for (int first = 0; first < k; first += 16) {
        unsigned left[4];
        for (int q = 0; q < 4; q++) {
            int i = first + two + q / 2 * 8;
            const __half *from = a + (row + q % 2 * 8) * k;
            left[q] = pair(i < k ? from[i] : none, i + 1 < k ? from[i + 1] : none);
        }
        for (int side = 0; side < 2; side++) {
            unsigned right[2];
            for (int q = 0; q < 2; q++) {
                int i = first + two + q * 8, column = side * 8 + row;
                right[q] = pair(i < k ? b[i * 16 + column] : none, i + 1 < k ? b[(i + 1) * 16 + column] : none);
            }
            asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                "{%0,%1,%2,%3};"
                : "+f"(sum[side][0]), "+f"(sum[side][1]), "+f"(sum[side][2]), "+f"(sum[side][3])
                : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[0]), "r"(right[1]));
        }
    }
    for (int side = 0; side < 2; side++)
        for (int e = 0; e < 4; e++)
            c[(row + e / 2 * 8) * 16 + side * 8 + two + e % 2] = sum[side][e];
}
