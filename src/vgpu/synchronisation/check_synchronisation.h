/*
 * Barriers and .sync operations used against their rules, deadlocks, and threads that wait for
 * ever.
 */
#ifndef VGPU_SYNCHRONISATION_CHECK_SYNCHRONISATION_H
#define VGPU_SYNCHRONISATION_CHECK_SYNCHRONISATION_H

#include "vgpu/execution/execution.h"

/* A .sync operation is about to be executed with this mask. */
void check_sync_mask(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask);
/* A split waits for lanes that cannot come. */
void check_missing_lanes(struct vgpu_warp *warp, const struct vgpu_split *split);
/* The lanes of a warp that wait at a barrier which is about to be released. */
void check_barrier(struct vgpu_warp *warp, uint32_t barrier);
/* A barrier of the whole block is about to be released without threads that have exited. */
void check_barrier_exits(struct vgpu_block *block, uint32_t number);
void check_deadlock(struct vgpu_block *block);
/*
 * Nothing has changed for long: true, with findings, if every thread spins on an ordered read or
 * waits at a barrier.
 */
bool check_spinning(struct vgpu_worker *worker);

#endif
