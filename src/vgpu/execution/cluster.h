/*
 * Clusters: blocks that run at the same time and reach each other's shared memory (PTX ISA 5.1.7,
 * .shared::cluster).
 *
 * An offset below 16 MiB is one of the own block. The instruction mapa gives offsets of a block by
 * its rank: (rank + 1) * 16 MiB more.
 *
 * A sample runs single blocks, to count what they do. There the memory of each block of the cluster
 * is the block's own.
 */
#ifndef VGPU_EXECUTION_CLUSTER_H
#define VGPU_EXECUTION_CLUSTER_H

#include "vgpu/execution/execution.h"

#define CLUSTER_BLOCK_BYTES (UINT32_C(1) << 24)

/* The linear index of the n-th block to run: cluster after cluster, and by rank within each. */
uint64_t cluster_block_at(const struct vgpu_launch_state *launch, uint64_t n);
/* The rank of the block at an index of the grid. */
uint32_t cluster_rank_at(const struct vgpu_launch_state *launch, const uint32_t index[3]);

/* The address that corresponds to one of any block, in the block of this rank. */
static inline uint64_t cluster_map(uint64_t address, uint32_t rank)
{
    uint64_t other = rank < VGPU_CLUSTER_BLOCKS_MAX ? rank : VGPU_CLUSTER_BLOCKS_MAX;
    return (address & ~((uint64_t)UINT32_MAX & ~(CLUSTER_BLOCK_BYTES - 1))) + (other + 1) * CLUSTER_BLOCK_BYTES;
}

/* The rank of the block that an address of shared memory belongs to. */
static inline uint32_t cluster_rank_of(const struct vgpu_block *block, uint64_t address)
{
    uint32_t number = (uint32_t)address / CLUSTER_BLOCK_BYTES;
    return number ? number - 1 : block->rank;
}

/* The block that an offset belongs to, and the offset there. NULL: no block of the cluster. */
static inline struct vgpu_block *cluster_find(struct vgpu_block *block, uint64_t offset, uint64_t *out_offset)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    uint32_t rank = cluster_rank_of(block, offset);
    *out_offset = offset % CLUSTER_BLOCK_BYTES;
    if (rank >= launch->cluster_blocks)
        return NULL;
    return launch->cluster_members > 1 ? block->cluster[rank] : block;
}

#endif
