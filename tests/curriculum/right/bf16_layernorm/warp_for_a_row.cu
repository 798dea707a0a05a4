// bf16_layernorm: one warp for each row, which stays in registers. No thread waits at a barrier.
//
//! launch layernorm_wide(x, gamma, beta, y, rows, cols) grid=(rows+3)/4 block=128 when=cols%8==0
//! launch layernorm(x, gamma, beta, y, cols) grid=rows block=32 when=cols%8!=0

#include <cuda_bf16.h>

// A lane keeps 16 packs of 16 bytes, so a warp keeps a row of 4096. It loads more than that again.
constexpr int KEPT = 16, GROUP = 2;

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

// The two elements of a register.
__device__ float low(unsigned pair)
{
    return __uint_as_float(pair << 16);
}

__device__ float high(unsigned pair)
{
    return __uint_as_float(pair & 0xffff0000);
}

__device__ float sum_of(unsigned pair)
{
    return low(pair) + high(pair);
}

__device__ float sum_of(uint4 p)
{
    return (sum_of(p.x) + sum_of(p.y)) + (sum_of(p.z) + sum_of(p.w));
}

__device__ float squares_around(float mean, unsigned pair)
{
    float l = low(pair) - mean, h = high(pair) - mean;
    return l * l + h * h;
}

__device__ float squares_around(float mean, uint4 p)
{
    return (squares_around(mean, p.x) + squares_around(mean, p.y)) +
           (squares_around(mean, p.z) + squares_around(mean, p.w));
}

// x * scale + shift is (x - mean) / sqrt(variance + 1e-5).
__device__ unsigned result(unsigned pair, float scale, float shift, unsigned gamma, unsigned beta)
{
    float l = (low(pair) * scale + shift) * low(gamma) + low(beta);
    float h = (high(pair) * scale + shift) * high(gamma) + high(beta);
    __nv_bfloat162 both = __floats2bfloat162_rn(l, h);
    return *(unsigned *)&both;
}

__device__ uint4 result(uint4 p, float scale, float shift, uint4 gamma, uint4 beta)
{
    return make_uint4(result(p.x, scale, shift, gamma.x, beta.x), result(p.y, scale, shift, gamma.y, beta.y),
                      result(p.z, scale, shift, gamma.z, beta.z), result(p.w, scale, shift, gamma.w, beta.w));
}

// 96 registers, so that five blocks fit on an SM.
extern "C" __global__ void __launch_bounds__(128, 5)
    layernorm_wide(const uint4 *x, const uint4 *gamma, const uint4 *beta, uint4 *y, int rows, int cols)
{
    int packs = cols / 8, lane = threadIdx.x % 32, r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (r >= rows)
        return;
    const uint4 *row = x + (size_t)r * packs;
    uint4 *out = y + (size_t)r * packs;
    uint4 kept[KEPT];
    float sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int k = 0; k < KEPT; k++)
        kept[k] = lane + k * 32 < packs ? row[lane + k * 32] : make_uint4(0, 0, 0, 0);
#pragma unroll
    for (int k = 0; k < KEPT; k++)
        sum += sum_of(kept[k]);
    for (int i = lane + KEPT * 32; i < packs; i += 32)
        sum += sum_of(row[i]);
    float mean = warp_sum(sum) / cols;

#pragma unroll
    for (int k = 0; k < KEPT; k++)
        if (lane + k * 32 < packs)
            squares += squares_around(mean, kept[k]);
    for (int i = lane + KEPT * 32; i < packs; i += 32)
        squares += squares_around(mean, row[i]);
    float scale = rsqrtf(warp_sum(squares) / cols + 1e-5f), shift = -mean * scale;

    // The loads of gamma and beta for two packs are in flight together.
#pragma unroll
    for (int k = 0; k < KEPT; k += GROUP) {
        uint4 g[GROUP], b[GROUP];
#pragma unroll
        for (int j = 0; j < GROUP; j++)
            if (lane + (k + j) * 32 < packs) {
                g[j] = gamma[lane + (k + j) * 32];
                b[j] = beta[lane + (k + j) * 32];
            }
#pragma unroll
        for (int j = 0; j < GROUP; j++)
            if (lane + (k + j) * 32 < packs)
                out[lane + (k + j) * 32] = result(kept[k + j], scale, shift, g[j], b[j]);
    }
    for (int i = lane + KEPT * 32; i < packs; i += 32)
        out[i] = result(row[i], scale, shift, gamma[i], beta[i]);
}

// Rows that do not all begin at a multiple of 16 bytes.
extern "C" __global__ void layernorm(const __nv_bfloat16 *x, const __nv_bfloat16 *gamma, const __nv_bfloat16 *beta,
                                     __nv_bfloat16 *y, int cols)
{
    const __nv_bfloat16 *row = x + (size_t)blockIdx.x * cols;
    __nv_bfloat16 *out = y + (size_t)blockIdx.x * cols;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 32)
        sum += __bfloat162float(row[i]);
    float mean = warp_sum(sum) / cols;
    for (int i = threadIdx.x; i < cols; i += 32)
        squares += (__bfloat162float(row[i]) - mean) * (__bfloat162float(row[i]) - mean);
    float scale = rsqrtf(warp_sum(squares) / cols + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += 32) {
        float normal = (__bfloat162float(row[i]) - mean) * scale;
        out[i] = __float2bfloat16(normal * __bfloat162float(gamma[i]) + __bfloat162float(beta[i]));
    }
}
