//? params:
//?   - {name: a, type: f16, shape: [tiles, 16, 16], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f16, shape: [tiles, 16, 8], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [tiles, 16, 8], role: out}
//?   - {name: tiles, type: i32}
//? reduction_length: 16
//! launch product(a, b, c) grid=tiles block=32
#include <cuda_fp16.h>
// sum += a * b: a is 16 x 16, b is 16 x 8.
static __device__ void multiply(float (&sum)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

static __device__ unsigned pair(const __half *first, const __half *second)
{
    __half2 both = __halves2half2(*first, *second);
    return *(unsigned *)&both;
}

extern "C" __global__ void product(const __half *a, const __half *b, float *c)
{
    int lane = threadIdx.x;
    a += blockIdx.x * 256;
    b += blockIdx.x * 128;
    c += blockIdx.x * 128;
    unsigned left[4];
    for (int e = 0; e < 4; e++)
        left[e] = *(const unsigned *)&a[(lane / 4 + e % 2 * 8) * 16 + lane % 4 * 2 + e / 2 * 8];
    const __half *column = b + lane % 4 * 2 * 8 + lane / 4;
    unsigned b0 = pair(column, column + 8), b1 = pair(column + 64, column + 72);
    float sum[4] = {};
    multiply(sum, left, b0, b1);
    for (int e = 0; e < 4; e++) { //@ begin
        int row = /*?row*/;
        int col = lane % 4 * 2 + e % 2;
        c[row * 8 + col] = sum[e];
    } //@ end
}
