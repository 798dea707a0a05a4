//? status: wrong
//? says: matches this slip: Epsilon is added after the root.
// Adds the small number to the root.
//
//! launch layernorm<8>(x, gamma, beta, y, cols) grid=rows block=128 shared=2*cols when=cols%8==0
//! launch layernorm<1>(x, gamma, beta, y, cols) grid=rows block=128 shared=2*cols when=cols%8!=0

#include <cuda_bf16.h>

// WIDTH elements that one instruction can load.
template <int WIDTH> struct alignas(2 * WIDTH) pack {
    __nv_bfloat16 e[WIDTH];
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

template <int WIDTH> __device__ float sum_of(pack<WIDTH> p)
{
    float sum = 0.0f;
    for (int e = 0; e < WIDTH; e++)
        sum += __bfloat162float(p.e[e]);
    return sum;
}

template <int WIDTH> __device__ float squares_around(float mean, pack<WIDTH> p)
{
    float sum = 0.0f;
    for (int e = 0; e < WIDTH; e++)
        sum += (__bfloat162float(p.e[e]) - mean) * (__bfloat162float(p.e[e]) - mean);
    return sum;
}

template <int WIDTH>
__device__ pack<WIDTH> result(pack<WIDTH> p, float mean, float scale, pack<WIDTH> gamma, pack<WIDTH> beta)
{
    for (int e = 0; e < WIDTH; e++) {
        float normal = (__bfloat162float(p.e[e]) - mean) * scale;
        p.e[e] = __float2bfloat16(normal * __bfloat162float(gamma.e[e]) + __bfloat162float(beta.e[e]));
    }
    return p;
}

template <int WIDTH>
__global__ void layernorm(const pack<WIDTH> *x, const pack<WIDTH> *gamma, const pack<WIDTH> *beta, pack<WIDTH> *y,
                          int cols)
{
    int packs = cols / WIDTH;
    const pack<WIDTH> *row = x + (size_t)blockIdx.x * packs;
    pack<WIDTH> *out = y + (size_t)blockIdx.x * packs;
    extern __shared__ uint4 space[];
    pack<WIDTH> *kept = (pack<WIDTH> *)space;
    float sum = 0.0f, squares = 0.0f;

    for (int i = threadIdx.x; i < packs; i += blockDim.x) {
        kept[i] = row[i];
        sum += sum_of(kept[i]);
    }
    float mean = block_sum(sum) / cols;

    for (int i = threadIdx.x; i < packs; i += blockDim.x)
        squares += squares_around(mean, kept[i]);
    float scale = 1.0f / (sqrtf(block_sum(squares) / cols) + 1e-5f);

    for (int i = threadIdx.x; i < packs; i += blockDim.x)
        out[i] = result(kept[i], mean, scale, gamma[i], beta[i]);
}
