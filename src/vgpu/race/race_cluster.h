/*
 * Races on shared memory between the blocks of a cluster.
 *
 * Each block's own accesses are in its shadow (check_race.c). Here are those of the other blocks,
 * since the last barrier of the cluster. An own access and one of another block race if both came
 * after that barrier. Not checked are kernels that order blocks in other ways, by mbarriers or
 * ordered accesses.
 */
#ifndef VGPU_RACE_RACE_CLUSTER_H
#define VGPU_RACE_RACE_CLUSTER_H

#include "vgpu/execution/place.h"

/* A barrier of the block's cluster orders all accesses before it, of shared and global memory. */
void race_release_cluster(struct vgpu_block *block);
/* An access to the shared memory of another block. `value`: see check_race(). */
void race_check_remote(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/* An access of a block to its own shared memory, which other blocks have accessed too. */
void race_meet_remote(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/* A block begins: nobody has accessed its memory. */
void race_forget_remote(struct vgpu_block *block);

#endif
