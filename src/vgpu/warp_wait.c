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
    uint32_t missing = mask & warp->live & ~warp->active, met = warp->split->forced;
    if (missing && !met)
        return false;
    warp->split->forced = 0;
    warp->met = met;
    check_sync_mask(warp, op, mask & ~(met & ~warp->live)); /* who was there may have gone on, and exited, already */
    return true;
}

static bool waits_at_barrier(const struct vgpu_split *split, uint32_t mask)
{
    return split->state == VGPU_SPLIT_WARP && split->wait_mask == mask &&
           split->op->detail->source->opcode == PTX_OPCODE_BAR_WARP_SYNC;
}

/*
 * bar.warp.sync holds lanes until all of the mask have come to one, wherever it stands (PTX ISA, bar.warp.sync): those
 * that wait at several, or at one in calls that were made apart, go on as soon as the last is there. Left to
 * warp_force_sync() they would wait for as long as another warp spins, perhaps for them.
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

const struct vgpu_op *warp_wait_lanes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask)
{
    struct vgpu_split *split = warp->split;
    warp_count_before(warp, op);
    split->state = VGPU_SPLIT_WARP;
    split->wait_mask = mask;
    split->op = affine_general(warp, op);
    join_at_barriers(warp, mask);
    return warp_leave(warp, VGPU_LEAVE_WAIT);
}

/* At the same operation, by the same way of calls that were made apart. */
static bool is_same_operation(const struct vgpu_split *a, const struct vgpu_split *b)
{
    const struct vgpu_frame *left = a->frame, *right = b->frame;
    if (a->state != VGPU_SPLIT_WARP || b->state != VGPU_SPLIT_WARP || a->op != b->op || a->wait_mask != b->wait_mask)
        return false;
    for (; left != right && left && right; left = left->caller, right = right->caller)
        if (left->return_op != right->return_op)
            return false;
    return left == right;
}

/* What the lanes of `from` give away, where those of `to` look for it. */
static void share_source(const struct vgpu_split *to, const struct vgpu_split *from)
{
    uint32_t *there = (uint32_t *)(void *)(to->frame->registers + to->op->a);
    const uint32_t *here = (const uint32_t *)(const void *)(from->frame->registers + from->op->a);
    for (int lane = 0; to->frame != from->frame && lane < VGPU_WARP_LANES; lane++)
        if (from->mask >> lane & 1)
            there[lane] = here[lane];
}

/*
 * Lets lanes go on that have all come to one shuffle, but in calls that were made apart: code compiled without
 * optimisation has a function for it, and lanes that were long in a loop call it later than the others.
 */
static bool join_calls(struct vgpu_warp *warp, const struct vgpu_split *first)
{
    uint32_t there = 0;
    if (first->op->detail->source->opcode != PTX_OPCODE_SHFL_SYNC)
        return false;
    for (uint32_t i = 0; i < warp->split_count; i++)
        there |= is_same_operation(&warp->splits[i], first) ? warp->splits[i].mask : 0;
    if (first->wait_mask & warp->live & ~there)
        return false;
    for (uint32_t i = 0; i < warp->split_count; i++)
        for (uint32_t j = 0; j < warp->split_count; j++)
            if (i != j && warp->splits[i].mask & there && warp->splits[j].mask & there)
                share_source(&warp->splits[i], &warp->splits[j]);
    for (uint32_t i = 0; i < warp->split_count; i++) {
        if (!(warp->splits[i].mask & there))
            continue;
        warp->splits[i].state = VGPU_SPLIT_READY;
        warp->splits[i].forced = there;
    }
    return true;
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
        split->forced = at_sync;
        joined = true;
    }
    if (joined)
        return true;
    if (join_calls(warp, first))
        return true;
    check_missing_lanes(warp, first);
    first->state = VGPU_SPLIT_READY;
    first->forced = first->mask;
    return true;
}
