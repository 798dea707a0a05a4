/*
 * Barriers and .sync operations used against their rules, deadlocks, and threads that wait forever.
 */
#ifndef VGPU_SYNCHRONISATION_CHECK_SYNCHRONISATION_H
#define VGPU_SYNCHRONISATION_CHECK_SYNCHRONISATION_H

#include "vgpu/execution/execution.h"

/* A matrix operation is executed by fewer lanes than a warp has. */
void check_matrix_lanes(struct vgpu_warp *warp, const struct vgpu_op *op);
/* A .sync operation with this mask executes next. */
void check_sync_mask(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask);
/* A split waits for lanes that cannot come. */
void check_missing_lanes(struct vgpu_warp *warp, const struct vgpu_split *split);
/* Checks the lanes of a warp that wait at a barrier, just before its release. */
void check_barrier(struct vgpu_warp *warp, uint32_t barrier);
/* A barrier of the whole block will be released without threads that have exited. */
void check_barrier_exits(struct vgpu_block *block, uint32_t number);
void check_deadlock(struct vgpu_block *block);
/* Every thread of the worker's blocks spins on an ordered read or waits at a barrier. */
void check_spinning(struct vgpu_worker *worker);

#endif
