// One cooperative launch: the grid waits between the two stages.
//
//! scratch parts f32[sm_count]
//! launch sum_all(in, parts, total, n) grid=sm_count block=256 cooperative

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

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

extern "C" __global__ void sum_all(const float *in, float *parts, float *total, int n)
{
    auto grid = cg::this_grid();
    float sum = 0.0f;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        sum += in[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = sum;
    grid.sync();
    if (blockIdx.x > 0)
        return;
    sum = 0.0f;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += parts[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        total[0] = sum;
}
