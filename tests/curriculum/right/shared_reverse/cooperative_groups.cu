// The group of the block has the barrier. A block does two segments, one after the other.
//
//! launch shared_reverse(in, out, n) grid=(n+511)/512 block=256

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void shared_reverse(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    auto block = cg::this_thread_block();
    int t = block.thread_rank();
    for (int first = blockIdx.x * 512; first < min((int)blockIdx.x * 512 + 512, n); first += 256) {
        int count = min(256, n - first);
        if (t < count)
            tile[t] = in[first + t];
        block.sync();
        if (t < count)
            out[first + t] = tile[count - 1 - t];
        block.sync();
    }
}
