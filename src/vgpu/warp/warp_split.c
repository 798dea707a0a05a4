/* The splits of a warp: which lanes are together, and their order (see execution.h). */
#include "vgpu/warp/split.h"
#include "vgpu/warp/warp.h"

struct vgpu_split *split_add(struct vgpu_warp *warp, uint32_t mask, const struct vgpu_op *op, struct vgpu_frame *frame)
{
    struct vgpu_split *split = &warp->splits[warp->split_count++]; /* disjoint masks: 32 fit */
    *split = (struct vgpu_split){.mask = mask, .op = op, .frame = frame};
    return split;
}

void split_remove(struct vgpu_warp *warp, struct vgpu_split *split)
{
    const struct vgpu_split *last = &warp->splits[--warp->split_count];
    if (split != last)
        *split = *last;
}

/* Whether the op waits for lanes that an operand names. */
static bool names_lanes(const struct vgpu_op *op)
{
    return ptx_opcode_info(op->detail->source->opcode)->names_lanes && op->immediate >= 0;
}

/* The lanes that a split at such an op waits for, or that its first lane would. */
static uint32_t named_lanes(const struct vgpu_split *split)
{
    if (split->state == VGPU_SPLIT_WARP)
        return split->wait_mask;
    const uint8_t *at = split->frame->registers + (uint32_t)split->op->immediate;
    return ((const uint32_t *)(const void *)at)[__builtin_ctz(split->mask)];
}

/*
 * Ready splits merge at the same op of the same call. So do splits that wait there for each other.
 * Splits that wait for different lanes do not: they would part again at once.
 */
static bool can_merge(const struct vgpu_split *a, const struct vgpu_split *b)
{
    if (a->op != b->op || a->frame != b->frame)
        return false;
    if (a->state == VGPU_SPLIT_BARRIER || b->state == VGPU_SPLIT_BARRIER)
        return a->state == b->state && a->barrier == b->barrier;
    if (a->state == VGPU_SPLIT_READY && b->state == VGPU_SPLIT_READY)
        return true;
    return !names_lanes(a->op) || named_lanes(a) == named_lanes(b);
}

static void merge_splits(struct vgpu_warp *warp)
{
    for (uint32_t i = 0; i < warp->split_count; i++) {
        struct vgpu_split *into = &warp->splits[i];
        for (uint32_t j = i + 1; j < warp->split_count;) {
            struct vgpu_split *other = &warp->splits[j];
            if (!can_merge(into, other)) {
                j++;
                continue;
            }
            into->mask |= other->mask;
            into->penalty = into->penalty < other->penalty ? into->penalty : other->penalty;
            if (into->state == VGPU_SPLIT_WARP)
                into->state = VGPU_SPLIT_READY; /* asks again whether all are there */
            split_remove(warp, other);
        }
    }
}

bool split_goes_first(const struct vgpu_split *a, const struct vgpu_split *b)
{
    if (a->penalty != b->penalty)
        return a->penalty < b->penalty;
    if (a->frame->depth != b->frame->depth)
        return a->frame->depth > b->frame->depth;
    return a->op < b->op;
}

const struct vgpu_split *warp_first_ready(const struct vgpu_warp *warp)
{
    const struct vgpu_split *best = NULL;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const struct vgpu_split *split = &warp->splits[i];
        if (split->state == VGPU_SPLIT_READY && (!best || split_goes_first(split, best)))
            best = split;
    }
    return best;
}

struct vgpu_split *split_choose(struct vgpu_warp *warp)
{
    if (warp->split_count > 1)
        merge_splits(warp);
    const struct vgpu_split *best = warp_first_ready(warp);
    return best ? &warp->splits[best - warp->splits] : NULL;
}

const struct vgpu_op *split_find_stop(const struct vgpu_warp *warp, const struct vgpu_split *chosen)
{
    const struct vgpu_op *stop = NULL;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const struct vgpu_split *other = &warp->splits[i];
        if (other == chosen || other->state != VGPU_SPLIT_READY || other->op < chosen->op ||
            other->frame->depth != chosen->frame->depth || other->penalty > chosen->penalty)
            continue;
        if (other->op == chosen->op && other->frame != chosen->frame) /* each call runs alone */
            continue;
        /* Lanes that go through one op after the others: they come right after it. */
        const struct vgpu_op *at = other->op == chosen->op ? chosen->op + 1 : other->op;
        if (!stop || at < stop)
            stop = at;
    }
    return stop;
}
