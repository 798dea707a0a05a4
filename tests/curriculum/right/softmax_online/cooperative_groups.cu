// Four elements per round, and tiles of 32 threads that merge their parts.
//
//! launch softmax_online(x, y, cols) grid=rows block=1024

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

struct part {
    float largest, sum;
};

__device__ part join(part a, part b)
{
    float largest = fmaxf(a.largest, b.largest);
    return {largest, a.sum * expf(a.largest - largest) + b.sum * expf(b.largest - largest)};
}

extern "C" __global__ void softmax_online(const float *x, float *y, int cols)
{
    __shared__ part parts[32];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const float *row = x + (size_t)blockIdx.x * cols;
    part all = {-3.0e38f, 0.0f};
    for (int i = block.thread_rank(); i < cols; i += 4 * 1024) {
        float v[4], largest = all.largest;
        for (int k = 0; k < 4; k++) {
            v[k] = i + k * 1024 < cols ? row[i + k * 1024] : -INFINITY;
            largest = fmaxf(largest, v[k]);
        }
        all = {largest, all.sum * expf(all.largest - largest)};
        for (int k = 0; k < 4; k++)
            all.sum += expf(v[k] - largest);
    }
    for (int offset = 16; offset > 0; offset /= 2)
        all = join(all, {warp.shfl_xor(all.largest, offset), warp.shfl_xor(all.sum, offset)});
    if (warp.thread_rank() == 0)
        parts[warp.meta_group_rank()] = all;
    block.sync();
    all = parts[warp.thread_rank()];
    for (int offset = 16; offset > 0; offset /= 2)
        all = join(all, {warp.shfl_xor(all.largest, offset), warp.shfl_xor(all.sum, offset)});
    for (int i = block.thread_rank(); i < cols; i += 1024)
        y[(size_t)blockIdx.x * cols + i] = expf(row[i] - all.largest) / all.sum;
}
