/* Splits that let others run: at the end of a slice, at a barrier, at a .sync operation. */
#include "vgpu/observers/observers.h"
#include "vgpu/warp/frame.h"
#include "vgpu/warp/split.h"
#include "vgpu/warp/warp.h"

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

/* --- .sync operations ------------------------------------------------------------------------- */

bool warp_has_lanes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask)
{
    uint32_t missing = mask & warp->live & ~warp->active, met = warp->split->forced;
    if (missing && !met)
        return false;
    warp->split->forced = 0;
    OBSERVE(sync_mask, warp, op, mask & ~(met & ~warp->live)); /* lanes may have exited since */
    return true;
}

static bool waits_at_barrier(const struct vgpu_split *split, uint32_t mask)
{
    return split->state == VGPU_SPLIT_WARP && split->wait_mask == mask &&
           ptx_does(split->op->detail->source) == PTX_DOES_WARP_BARRIER;
}

/*
 * A bar.warp.sync holds lanes until all of the mask have reached one, at any op (PTX ISA,
 * bar.warp.sync). So lanes can wait at several of them, or at one in separate calls. They continue
 * when the last lane arrives. The function warp_force_sync() would come too late: they would wait
 * as long as another warp spins, perhaps for them.
 */
static void join_at_barriers(struct vgpu_warp *warp, uint32_t mask)
{
    uint32_t there = 0;
    for (uint32_t i = 0; i < warp->split_count; i++)
        there |= waits_at_barrier(&warp->splits[i], mask) ? warp->splits[i].mask : 0;
    if (mask & warp->live & ~there)
        return;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        struct vgpu_split *split = &warp->splits[i];
        if (!waits_at_barrier(split, mask))
            continue;
        split->state = VGPU_SPLIT_READY;
        split->forced = there;
    }
}

/*
 * Lanes that wait at one operation in separate calls continue in one call. Code compiled without
 * optimisation has functions for votes, shuffles and the like. Lanes that were long in a loop call
 * them later than the others. In one frame their splits merge. Then all operations treat them like
 * lanes that never parted.
 */
static void join_calls(struct vgpu_warp *warp, struct vgpu_split *late)
{
    for (uint32_t i = 0; i < warp->split_count; i++) {
        struct vgpu_split *early = &warp->splits[i];
        if (early->state != VGPU_SPLIT_WARP || early->op != late->op || early->wait_mask != late->wait_mask ||
            early->frame == late->frame || !frame_is_same_call(early->frame, late->frame))
            continue;
        frame_move_lanes(warp, early->frame, late->frame, late->mask);
        late->frame = early->frame;
        return;
    }
}

const struct vgpu_op *warp_wait_lanes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask)
{
    struct vgpu_split *split = warp->split;
    warp_count_before(warp, op);
    split->state = VGPU_SPLIT_WARP;
    split->wait_mask = mask;
    split->op = affine_general(warp, op);
    join_calls(warp, split);
    join_at_barriers(warp, mask);
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
        if (ptx_does(split->op->detail->source) == PTX_DOES_WARP_BARRIER)
            at_sync |= split->mask;
    }
    if (!first)
        return false;
    bool joined = false;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        struct vgpu_split *split = &warp->splits[i];
        if (split->state != VGPU_SPLIT_WARP || split->wait_mask & warp->live & ~at_sync)
            continue;
        if (ptx_does(split->op->detail->source) != PTX_DOES_WARP_BARRIER)
            continue;
        split->state = VGPU_SPLIT_READY;
        split->forced = at_sync;
        joined = true;
    }
    if (joined)
        return true;
    OBSERVE(sync_missing, warp, first);
    first->state = VGPU_SPLIT_READY;
    first->forced = first->mask;
    return true;
}
