/*
 * The splits of a warp from inside: their set, which one goes first, and how a handler leaves the
 * run loop.
 *
 * The file warp.c starts warps and runs their splits. The file warp_split.c keeps the set. The
 * files warp_branch.c, warp_wait.c and call.c change it at the end of a handler.
 */
#ifndef VGPU_WARP_SPLIT_H
#define VGPU_WARP_SPLIT_H

#include "vgpu/affine/affine.h"

/* Adds a split of lanes that no other split has, ready at `op`. Other splits do not move. */
struct vgpu_split *split_add(struct vgpu_warp *warp, uint32_t mask, const struct vgpu_op *op, struct vgpu_frame *frame);
/* Another split may move to its place. */
void split_remove(struct vgpu_warp *warp, struct vgpu_split *split);
/* Whether `a` goes before `b`. */
bool split_goes_first(const struct vgpu_split *a, const struct vgpu_split *b);
/* Merges those that met; the one to run, NULL if none is ready. */
struct vgpu_split *split_choose(struct vgpu_warp *warp);
/* The op from which on another split would go first, or would have to merge; NULL none. */
const struct vgpu_op *split_find_stop(const struct vgpu_warp *warp, const struct vgpu_split *chosen);

/* warp.c: runs a split of the warp until the run loop is left; warp->leave says why. */
void split_run(struct vgpu_warp *warp, struct vgpu_split *split);

/* The return value of a handler that leaves the run loop. */
static inline const struct vgpu_op *warp_leave(struct vgpu_warp *warp, enum vgpu_leave why)
{
    warp->leave = why;
    return NULL;
}

/* Counts up to, but without, the op that will be executed again. */
static inline void warp_count_before(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    if (warp->segment != op)
        warp_count_segment(warp, op - 1, op);
}

#endif
