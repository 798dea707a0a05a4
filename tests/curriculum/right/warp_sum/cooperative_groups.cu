// A tile of 32 threads has the shuffle.
//
//! launch warp_sum(x, sums, rows, cols) grid=(rows+3)/4 block=128

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void warp_sum(const float *x, float *sums, int rows, int cols)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int row = blockIdx.x * 4 + warp.meta_group_rank();
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int i = warp.thread_rank(); i < cols; i += warp.size())
        sum += x[(size_t)row * cols + i];
    for (int offset = warp.size() / 2; offset > 0; offset /= 2)
        sum += warp.shfl_down(sum, offset);
    if (warp.thread_rank() == 0)
        sums[row] = sum;
}
