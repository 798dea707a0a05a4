// Tensor cores: one or four chains of matrix multiplications. Each waits for the one before it.
#define ACCUMULATE(NAME, SHAPE, A, B)                                                                                 \
    template <int CHAINS> __device__ void NAME(const float *a, float *c, int m)                                        \
    {                                                                                                                  \
        unsigned x = __float_as_uint(a[threadIdx.x]) & 0x3c003c00u;                                                    \
        float d[CHAINS][4] = {};                                                                                       \
        for (int k = 0; k < m; k++)                                                                                    \
            _Pragma("unroll") for (int i = 0; i < CHAINS; i++)                                                         \
                asm volatile("mma.sync.aligned." SHAPE " {%0, %1, %2, %3}, " A ", " B ", {%0, %1, %2, %3};"            \
                             : "+f"(d[i][0]), "+f"(d[i][1]), "+f"(d[i][2]), "+f"(d[i][3])                              \
                             : "r"(x));                                                                                \
        float sum = 0;                                                                                                 \
        for (int i = 0; i < CHAINS; i++)                                                                               \
            sum += d[i][0] + d[i][1] + d[i][2] + d[i][3];                                                              \
        c[blockIdx.x * blockDim.x + threadIdx.x] = sum;                                                                \
    }
ACCUMULATE(multiply_f16, "m16n8k16.row.col.f32.f16.f16.f32", "{%4, %4, %4, %4}", "{%4, %4}")
ACCUMULATE(multiply_bf16, "m16n8k16.row.col.f32.bf16.bf16.f32", "{%4, %4, %4, %4}", "{%4, %4}")
ACCUMULATE(multiply_tf32, "m16n8k8.row.col.f32.tf32.tf32.f32", "{%4, %4, %4, %4}", "{%4, %4}")
ACCUMULATE(multiply_f16_short, "m16n8k8.row.col.f32.f16.f16.f32", "{%4, %4}", "{%4}")

extern "C" __global__ void mma_f16_1(const float *a, const float *b, float *c, int n, int m)
{
    multiply_f16<1>(a, c, m);
}
extern "C" __global__ void mma_f16_4(const float *a, const float *b, float *c, int n, int m)
{
    multiply_f16<4>(a, c, m);
}
extern "C" __global__ void mma_bf16_4(const float *a, const float *b, float *c, int n, int m)
{
    multiply_bf16<4>(a, c, m);
}
extern "C" __global__ void mma_tf32_4(const float *a, const float *b, float *c, int n, int m)
{
    multiply_tf32<4>(a, c, m);
}
extern "C" __global__ void mma_f16_short_4(const float *a, const float *b, float *c, int n, int m)
{
    multiply_f16_short<4>(a, c, m);
}
extern "C" __global__ void mma_s8_4(const float *a, const float *b, float *c, int n, int m)
{
    unsigned x = __float_as_uint(a[threadIdx.x]);
    int d[4][4] = {};
    for (int k = 0; k < m; k++)
#pragma unroll
        for (int i = 0; i < 4; i++)
            asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, "
                         "{%0, %1, %2, %3};"
                         : "+r"(d[i][0]), "+r"(d[i][1]), "+r"(d[i][2]), "+r"(d[i][3])
                         : "r"(x));
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += d[i][0] + d[i][1] + d[i][2] + d[i][3];
    c[blockIdx.x * blockDim.x + threadIdx.x] = (float)sum;
}
extern "C" __global__ void mma_f64_4(const float *a, const float *b, float *c, int n, int m)
{
    double x = a[threadIdx.x], d[4][2] = {};
    for (int k = 0; k < m; k++)
#pragma unroll
        for (int i = 0; i < 4; i++)
            asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%2}, {%0, %1};"
                         : "+d"(d[i][0]), "+d"(d[i][1])
                         : "d"(x));
    c[blockIdx.x * blockDim.x + threadIdx.x] = (float)(d[0][0] + d[1][0] + d[2][1] + d[3][1]);
}
