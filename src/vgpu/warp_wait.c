/*
 * Splits that let others go on: at the end of a slice, at a barrier, at a .sync operation.
 */
#include "vgpu/warp_internal.h"

const struct vgpu_op *warp_yield(struct vgpu_warp *warp, const struct vgpu_op *target)
{
    warp->split->op = affine_general(warp, target);
    if (warp->split_count > 1)
        warp->split->penalty++;
    warp->slice = 0;
    return warp_leave(warp, VGPU_LEAVE_YIELD);
}

const struct vgpu_op *warp_wait_barrier(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t barrier)
{
    struct vgpu_split *split = warp->split;
    warp_count_segment(warp, op, op + 1);
    split->state = VGPU_SPLIT_BARRIER;
    split->barrier = (uint8_t)barrier;
    split->op = affine_general(warp, op + 1);
    split->penalty = 0;
    return warp_leave(warp, VGPU_LEAVE_WAIT);
}

/* --- .sync operations -------------------------------------------------------------------------------------------- */

bool warp_has_lanes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask)
{
    uint32_t missing = mask & warp->live & ~warp->active;
    if (missing && !warp->split->forced)
        return false;
    warp->split->forced = false;
    check_sync_mask(warp, op, mask);
    return true;
}

const struct vgpu_op *warp_wait_lanes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask)
{
    struct vgpu_split *split = warp->split;
    warp_count_before(warp, op);
    split->state = VGPU_SPLIT_WARP;
    split->wait_mask = mask;
    split->op = affine_general(warp, op);
    return warp_leave(warp, VGPU_LEAVE_WAIT);
}

bool warp_force_sync(struct vgpu_warp *warp)
{
    struct vgpu_split *first = NULL;
    uint32_t at_sync = 0; /* bar.warp.sync may be reached at several ops */
    for (uint32_t i = 0; i < warp->split_count; i++) {
        struct vgpu_split *split = &warp->splits[i];
        if (split->state != VGPU_SPLIT_WARP)
            continue;
        if (!first || split_goes_first(split, first))
            first = split;
        if (split->op->detail->source->opcode == PTX_OPCODE_BAR_WARP_SYNC)
            at_sync |= split->mask;
    }
    if (!first)
        return false;
    bool joined = false;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        struct vgpu_split *split = &warp->splits[i];
        if (split->state != VGPU_SPLIT_WARP || split->wait_mask & warp->live & ~at_sync)
            continue;
        if (split->op->detail->source->opcode != PTX_OPCODE_BAR_WARP_SYNC)
            continue;
        split->state = VGPU_SPLIT_READY;
        split->forced = joined = true;
    }
    if (joined)
        return true;
    check_missing_lanes(warp, first);
    first->state = VGPU_SPLIT_READY;
    first->forced = true;
    return true;
}
