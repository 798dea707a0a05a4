/*
 * Lanes that part: a branch both ways, an op that lanes go through one after another, an exit.
 */
#include "vgpu/warp/frame.h"
#include "vgpu/warp/split.h"
#include "vgpu/warp/warp.h"

const struct vgpu_op *warp_diverge(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t taken,
                                   const struct vgpu_op *target)
{
    struct vgpu_split *split = warp->split;
    warp_count_segment(warp, op, op + 1);
    warp->worker->count.diverged[op->detail->index]++;
    op = affine_general(warp, op);
    target = affine_general(warp, target);
    affine_leave(warp, op);
    split->mask &= ~taken;
    split->op = op + 1;
    split_add(warp, taken, target, split->frame);
    return warp_leave(warp, VGPU_LEAVE_RESCHEDULE);
}

const struct vgpu_op *warp_split_off(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes)
{
    struct vgpu_split *split = warp->split;
    warp_count_before(warp, op);
    op = affine_general(warp, op);
    affine_leave(warp, op);
    split->mask &= ~lanes;
    split->op = op;
    struct vgpu_split *other = split_add(warp, lanes, op, split->frame);
    other->penalty = split->penalty;
    split_run(warp, split); /* up to the next op: chosen anew, the two would merge again at once */
    return NULL;
}

const struct vgpu_op *warp_exit_lanes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes)
{
    struct vgpu_split *split = warp->split;
    warp_count_segment(warp, op, op + 1);
    op = affine_general(warp, op);
    if (lanes != split->mask)
        affine_leave(warp, op);
    warp->live &= ~lanes;
    warp->block->live_threads -= warp_count_lanes(lanes);
    for (struct vgpu_frame *frame = split->frame, *caller; frame; frame = caller) {
        caller = frame->caller;
        frame->lanes &= ~lanes;
        if (!frame->lanes && caller)
            frame_release(warp, frame);
    }
    split->mask &= ~lanes;
    split->op = op + 1;
    if (!split->mask)
        split_remove(warp, split);
    return warp_leave(warp, VGPU_LEAVE_RESCHEDULE);
}
