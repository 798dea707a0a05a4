/*
 * Launches from inside: workers, and what decides whether blocks may run side by side.
 */
#ifndef VGPU_LAUNCH_INTERNAL_H
#define VGPU_LAUNCH_INTERNAL_H

#include "vgpu/execution_internal.h"
#include "vgpu/observe_internal.h"

struct vgpu_worker *worker_new(struct vgpu_launch_state *launch, int index);
void worker_free(struct vgpu_worker *worker);

/* --- launch_order.c ---------------------------------------------------------------------------------------------- */

/* Whether nothing in the program speaks against running blocks side by side. */
bool order_permits_parallel(const struct vgpu_launch_state *launch);
/* Forgets what earlier launches did with buffers. */
void order_begin(struct vgpu_launch_state *launch);
/* Gives buffers the content that they had at the beginning. */
void order_undo(struct vgpu_launch_state *launch);
/* Lets go of saved content. */
void order_end(struct vgpu_launch_state *launch);

#endif
