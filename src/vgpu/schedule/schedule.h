/*
 * Orders of blocks and warps other than the canonical one (enum vgpu_order in vgpu.h).
 *
 * All blocks are resident from the beginning, and one warp of the grid runs at a time. The order
 * says which one is next. A GPU could run the blocks like that. No order takes more blocks than
 * fit, or lets a warp that can run wait for ever. So a launch of more blocks than a GPU holds runs
 * in the canonical order. So does one of many warps, for its cost.
 */
#ifndef VGPU_SCHEDULE_SCHEDULE_H
#define VGPU_SCHEDULE_SCHEDULE_H

#include "vgpu/execution/execution.h"

/* Before the launch: sets launch->schedule if it takes another order. False without memory. */
bool schedule_begin(struct vgpu_launch_state *launch);
void schedule_free(struct schedule *schedule);
/* Runs all blocks in the launch's order. Without memory, the launch has a conflict. */
void schedule_run(struct vgpu_worker *worker);

#endif
