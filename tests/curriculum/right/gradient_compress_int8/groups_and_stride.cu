// A template, cooperative groups, and a fixed grid whose blocks go from group to group.
//
//! launch gradient_compress_int8<256>(grad, error, q, scales, kept, n)
//!     grid=min((n+255)/256,8*sm_count) block=256

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <int GROUP>
__global__ void gradient_compress_int8(const float *grad, const float *error, signed char *q, float *scales,
                                       float *kept, int n)
{
    __shared__ float parts[GROUP / 32];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    for (int group = blockIdx.x; group * GROUP < n; group += gridDim.x) {
        int i = group * GROUP + block.thread_rank();
        float v = i < n ? grad[i] + error[i] : 0.0f;
        float most = cg::reduce(warp, fabsf(v), cg::greater<float>());
        if (warp.thread_rank() == 0)
            parts[warp.meta_group_rank()] = most;
        block.sync();
        for (float part : parts)
            most = fmaxf(most, part);
        block.sync();
        float scale = most > 0.0f ? exp2f(floorf(log2f(most)) - 6.0f) : 1.0f;
        if (most >= 128.0f * scale) // log2f can be off by a last bit
            scale *= 2.0f;
        if (most > 0.0f && most < 64.0f * scale)
            scale *= 0.5f;
        int level = min(127, max(-127, __float2int_rn(v * (1.0f / scale))));
        if (i < n) {
            q[i] = level;
            kept[i] = v - (float)level * scale;
        }
        if (block.thread_rank() == 0)
            scales[group] = scale;
    }
}
