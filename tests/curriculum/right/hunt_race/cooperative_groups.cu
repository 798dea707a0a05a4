// The barriers of the group of the block, and the value in a register.
//
//! launch hunt_race(in, out, n) grid=(n+255)/256 block=256

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void hunt_race(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    auto block = cg::this_thread_block();
    int t = block.thread_rank(), i = blockIdx.x * 256 + t;
    float sum = i < n ? in[i] : 0.0f;
    for (int offset = 1; offset < 256; offset *= 2) {
        tile[t] = sum;
        block.sync();
        if (t >= offset)
            sum += tile[t - offset];
        block.sync();
    }
    if (i < n)
        out[i] = sum;
}
