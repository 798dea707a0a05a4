/*
 * Orders of blocks and warps other than the canonical one (enum vgpu_order in vgpu.h).
 *
 * As many blocks as a GPU holds are resident, and one warp of them runs at a time. The order says
 * which one is next. Blocks begin by number: where one ends, the next begins. A GPU could run them
 * like that. No order takes more blocks than fit, or lets a warp that can run wait for ever. A
 * launch of very many warps runs in the canonical order, for its cost.
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
