// The warps add their sums to one number in shared memory.
//
//! launch residual_rmsnorm(x, residual, weight, h, y, cols) grid=rows block=512 shared=4*cols

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void residual_rmsnorm(const float *x, const float *residual, const float *weight, float *h,
                                            float *y, int cols)
{
    extern __shared__ float row[];
    __shared__ float total;
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    size_t first = (size_t)blockIdx.x * cols;
    float squares = 0.0f;
    if (block.thread_rank() == 0)
        total = 0.0f;
    block.sync();
    for (int i = block.thread_rank(); i < cols; i += block.size()) {
        row[i] = x[first + i] + residual[first + i];
        h[first + i] = row[i];
        squares += row[i] * row[i];
    }
    for (int offset = 16; offset > 0; offset /= 2)
        squares += warp.shfl_down(squares, offset);
    if (warp.thread_rank() == 0)
        atomicAdd(&total, squares);
    block.sync();
    float scale = rsqrtf(total / cols + 1e-5f);
    for (int i = block.thread_rank(); i < cols; i += block.size())
        y[first + i] = row[i] * scale * weight[i];
}
