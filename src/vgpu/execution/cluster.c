/* The order of blocks where a launch has clusters. */
#include "vgpu/execution/cluster.h"

uint64_t cluster_block_at(const struct vgpu_launch_state *launch, uint64_t n)
{
    const uint32_t *grid = launch->request->grid, *extent = launch->cluster;
    uint64_t cluster = n / launch->cluster_blocks, rank = n % launch->cluster_blocks, linear = 0, stride = 1;
    for (int i = 0; i < 3; i++) {
        uint64_t clusters = grid[i] / extent[i];
        linear += (cluster % clusters * extent[i] + rank % extent[i]) * stride;
        cluster /= clusters;
        rank /= extent[i];
        stride *= grid[i];
    }
    return linear;
}

uint32_t cluster_rank_at(const struct vgpu_launch_state *launch, const uint32_t index[3])
{
    const uint32_t *extent = launch->cluster;
    return index[0] % extent[0] + extent[0] * (index[1] % extent[1] + extent[1] * (index[2] % extent[2]));
}
