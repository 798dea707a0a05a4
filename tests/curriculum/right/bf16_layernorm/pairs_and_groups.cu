// Pairs of two in a uint2, the row in shared memory, and sums by cooperative groups.
//
//! launch layernorm(x, gamma, beta, y, cols) grid=rows block=256 shared=2*cols

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>

namespace cg = cooperative_groups;

static __device__ float block_sum(float value)
{
    __shared__ float parts[8];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    value = cg::reduce(warp, value, cg::plus<float>());
    if (warp.thread_rank() == 0)
        parts[warp.meta_group_rank()] = value;
    __syncthreads();
    value = cg::reduce(warp, parts[warp.thread_rank() % 8], cg::plus<float>()) / 4;
    __syncthreads();
    return value;
}

extern "C" __global__ void layernorm(const __nv_bfloat16 *x, const __nv_bfloat16 *gamma, const __nv_bfloat16 *beta,
                                     __nv_bfloat16 *y, int cols)
{
    extern __shared__ uint2 space[];
    __nv_bfloat16 *row = (__nv_bfloat16 *)space;
    size_t first = (size_t)blockIdx.x * cols;
    int wide = cols % 4 == 0 ? cols / 4 : 0;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < wide; i += blockDim.x)
        space[i] = ((const uint2 *)(x + first))[i];
    for (int i = 4 * wide + threadIdx.x; i < cols; i += blockDim.x)
        row[i] = x[first + i];
    __syncthreads();
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        sum += __bfloat162float(row[i]);
    float mean = block_sum(sum) / cols;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        squares += (__bfloat162float(row[i]) - mean) * (__bfloat162float(row[i]) - mean);
    float scale = rsqrtf(block_sum(squares) / cols + 1e-5f);
    for (int i = threadIdx.x; i < wide; i += blockDim.x) {
        uint2 v = space[i], g = ((const uint2 *)gamma)[i], b = ((const uint2 *)beta)[i];
        __nv_bfloat16 *four = (__nv_bfloat16 *)&v, *by = (__nv_bfloat16 *)&g, *plus = (__nv_bfloat16 *)&b;
        for (int e = 0; e < 4; e++)
            four[e] = __float2bfloat16((__bfloat162float(four[e]) - mean) * scale * __bfloat162float(by[e]) +
                                       __bfloat162float(plus[e]));
        ((uint2 *)(y + first))[i] = v;
    }
    for (int i = 4 * wide + threadIdx.x; i < cols; i += blockDim.x)
        y[first + i] = __float2bfloat16((__bfloat162float(row[i]) - mean) * scale * __bfloat162float(gamma[i]) +
                                        __bfloat162float(beta[i]));
}
