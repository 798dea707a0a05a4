/*
 * Blocks and their barriers.
 */
#ifndef VGPU_WARP_BLOCK_H
#define VGPU_WARP_BLOCK_H

#include "vgpu/execution/execution.h"

struct vgpu_block *block_new(struct vgpu_worker *worker);
void block_free(struct vgpu_block *block);
void block_start(struct vgpu_block *block, uint64_t linear);
/* Gives every warp that can run one slice, or none if it would wait again. False if none could. */
bool block_run_once(struct vgpu_block *block);
/* Whether every warp that can run gave way to others when it last ran. */
bool block_only_waits(const struct vgpu_block *block);
/*
 * Releases threads that wait for something that can no longer come. False if all wait for each
 * other.
 */
bool block_resolve(struct vgpu_block *block);

/* bar and barrier in all forms. */
const struct vgpu_op *barrier_execute(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op);
/* Releases barriers that are complete; true if one was. */
bool barrier_release_complete(struct vgpu_block *block);

/*
 * Call it when nothing has changed for long. Whether every thread of the worker's blocks spins on
 * an ordered read or waits at a barrier.
 */
bool block_all_spin(const struct vgpu_worker *worker);

#endif
