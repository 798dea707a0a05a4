//? params:
//?   - {name: x, type: bf16, shape: [rows, cols], role: in, init: "normal(0, 1)"}
//?   - {name: gamma, type: bf16, shape: [cols], role: in, init: "uniform(0.5, 1.5)"}
//?   - {name: beta, type: bf16, shape: [cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: bf16, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//! launch layernorm<WIDTH>(x, gamma, beta, y, cols) grid=rows block=256
#define WIDTH 1
#include <cuda_bf16.h>

// W elements that one instruction can load.
template <int W> struct alignas(2 * W) pack {
    __nv_bfloat16 e[W];
};

// Gives every thread of the block the sum.
__device__ float block_sum(float value)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    __syncthreads();
    return value;
}

template <int W> __device__ float sum_of(pack<W> p)
{
    float sum = 0.0f;
    for (int e = 0; e < W; e++)
        sum += __bfloat162float(p.e[e]);
    return sum;
}

template <int W> __device__ float squares_around(float mean, pack<W> p)
{
    float sum = 0.0f;
    for (int e = 0; e < W; e++)
        sum += (__bfloat162float(p.e[e]) - mean) * (__bfloat162float(p.e[e]) - mean);
    return sum;
}

template <int W> __device__ pack<W> result(pack<W> p, float mean, float scale, pack<W> gamma, pack<W> beta)
{
    for (int e = 0; e < W; e++) {
        float normal = (__bfloat162float(p.e[e]) - mean) * scale;
        p.e[e] = __float2bfloat16(normal * __bfloat162float(gamma.e[e]) + __bfloat162float(beta.e[e]));
    }
    return p;
}

template <int W>
__global__ void layernorm(const pack<W> *x, const pack<W> *gamma, const pack<W> *beta, pack<W> *y, int cols)
{
    int packs = cols / W;
    const pack<W> *row = x + (size_t)blockIdx.x * packs;
    pack<W> *out = y + (size_t)blockIdx.x * packs;
    float sum = 0.0f, squares = 0.0f;

    for (int i = threadIdx.x; i < packs; i += blockDim.x) //@ begin
        sum += sum_of(row[i]);                            //@ load
    float mean = block_sum(sum) / cols;

    for (int i = threadIdx.x; i < packs; i += blockDim.x)
        squares += squares_around(mean, row[i]);
    float scale = rsqrtf(block_sum(squares) / cols + 1e-5f);

    for (int i = threadIdx.x; i < packs; i += blockDim.x)
        out[i] = result(row[i], mean, scale, gamma[i], beta[i]); //@ end
}
