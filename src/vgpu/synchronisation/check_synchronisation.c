/*
 * Barriers and .sync operations used against their rules.
 */
#include "vgpu/synchronisation/check_synchronisation.h"

#include <stdio.h>
#include <string.h>

#include "vgpu/execution/mbarrier_state.h"
#include "vgpu/execution/place.h"
#include "vgpu/report/report.h"

static void report(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes, enum vgpu_finding_kind kind,
                   const char *message)
{
    struct vgpu_finding finding = {
        .kind = kind, .lane = (uint32_t)__builtin_ctz(lanes ? lanes : 1), .element = -1, .message = message};
    report_add_finding(warp, op, &finding);
}

/* Like report, for a split that is not the running one. */
static void report_split(struct vgpu_warp *warp, const struct vgpu_split *split, const struct vgpu_op *op,
                         enum vgpu_finding_kind kind, const char *message)
{
    struct vgpu_frame *running = warp->frame;
    warp->frame = split->frame;
    report(warp, op, split->mask, kind, message);
    warp->frame = running;
}

void check_sync_mask(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask)
{
    char text[200];
    uint32_t left_out = warp->active & ~mask, exited = mask & warp->started & ~warp->live;
    if (__builtin_expect(left_out != 0, 0)) {
        snprintf(text, sizeof(text), "lanes 0x%08x execute it, its mask 0x%08x leaves out 0x%08x", warp->active, mask,
                 left_out);
        report(warp, op, left_out, VGPU_FINDING_WRONG_MASK, text);
    }
    if (__builtin_expect(exited != 0, 0)) {
        snprintf(text, sizeof(text), "its mask 0x%08x names lanes 0x%08x, which have exited", mask, exited);
        report(warp, op, warp->active, VGPU_FINDING_EXITED_LANE, text);
    }
}

void check_missing_lanes(struct vgpu_warp *warp, const struct vgpu_split *split)
{
    char text[200];
    uint32_t missing = split->wait_mask & warp->live & ~split->mask;
    if (!missing) /* those it waited for have exited: check_sync_mask() reports it */
        return;
    snprintf(text, sizeof(text), "its mask 0x%08x names lanes 0x%08x, which wait elsewhere", split->wait_mask, missing);
    report_split(warp, split, split->op, VGPU_FINDING_WRONG_MASK, text);
}

static bool same_place(const struct vgpu_split *a, const struct vgpu_split *b)
{
    return a->state == VGPU_SPLIT_BARRIER && a->op == b->op && frame_is_same_call(a->frame, b->frame);
}

void check_barrier(struct vgpu_warp *warp, uint32_t barrier)
{
    uint32_t waiting = 0;
    const struct vgpu_split *first = NULL;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const struct vgpu_split *split = &warp->splits[i];
        if (split->state != VGPU_SPLIT_BARRIER || split->barrier != barrier)
            continue;
        waiting |= split->mask;
        if (!first || split->op < first->op)
            first = split;
    }
    uint32_t together = 0; /* at the same barrier, in separate but equal calls */
    for (uint32_t i = 0; first && i < warp->split_count; i++)
        if (same_place(&warp->splits[i], first))
            together |= warp->splits[i].mask;
    uint32_t missing = (warp->live & ~waiting) | (warp->bypassed & ~waiting);
    bool apart = first && waiting != together;
    if (!first || (!missing && !apart))
        return;
    char text[200];
    if (missing)
        snprintf(text, sizeof(text), "lanes 0x%08x wait at the barrier, lanes 0x%08x of the warp went another way",
                 waiting, missing);
    else
        snprintf(text, sizeof(text), "lanes 0x%08x and 0x%08x of the warp wait at different barriers", first->mask,
                 waiting & ~together);
    report_split(warp, first, first->op - 1, VGPU_FINDING_DIVERGED_BARRIER, text);
}

void check_barrier_exits(struct vgpu_block *block, uint32_t number)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    for (uint32_t i = 0; i < launch->block_warps; i++) {
        struct vgpu_warp *warp = &block->warps[i];
        for (uint32_t j = 0; j < warp->split_count; j++) {
            const struct vgpu_split *split = &warp->splits[j];
            if (split->state != VGPU_SPLIT_BARRIER || split->barrier != number)
                continue;
            char text[200];
            snprintf(text, sizeof(text), "waits at a barrier of the whole block, of which %u of %u threads have ended",
                     launch->block_threads - block->live_threads, launch->block_threads);
            report_split(warp, split, split->op - 1, VGPU_FINDING_EXITED_BARRIER, text);
            return;
        }
    }
}

/* Describes the wait of a thread that tests an mbarrier and finds it in this state. */
static void describe_object(uint64_t value, const char *name, char *out, size_t capacity)
{
    struct mbarrier_state state = mbarrier_unpack(value);
    char bytes[40] = "";
    if (state.bytes)
        snprintf(bytes, sizeof(bytes), " and %d bytes", state.bytes);
    snprintf(out, capacity,
             "waits for phase %d (by parity) of the mbarrier %s, of which %u of %u arrivals%s are missing",
             state.parity, name, state.pending, state.next, bytes);
}

/* Reports the word that a warp reads again and again. */
static void report_spin(struct vgpu_block *block, struct vgpu_warp *warp)
{
    const struct vgpu_watch *watch = &warp->watch;
    struct vgpu_finding finding = {.kind = VGPU_FINDING_DEADLOCK,
                                   .lane = watch->lane,
                                   .access = VGPU_ACCESS_READ,
                                   .address = watch->address,
                                   .size_bytes = watch->op->detail->size_bytes};
    char text[300], element[32] = "";
    struct vgpu_place place = {watch->is_shared ? VGPU_PLACE_SHARED : VGPU_PLACE_GLOBAL, watch->buffer, watch->offset,
                               NULL};
    finding_place_describe(warp, &place, &finding);
    if (finding.element >= 0 && finding.buffer_bytes > finding.size_bytes)
        snprintf(element, sizeof(element), "[%lld]", (long long)finding.element);
    const char *name = finding.buffer[0] ? finding.buffer : "memory";
    enum ptx_category category = ptx_opcode_info(watch->op->detail->source->opcode)->category;
    char what[200];
    snprintf(what, sizeof(what), "waits for %s%s to change", name, element);
    if (watch->is_shared && category == PTX_CATEGORY_MBARRIER) {
        uint64_t value;
        memcpy(&value, block->shared + watch->offset, sizeof(value));
        describe_object(value, name, what, sizeof(what));
    }
    snprintf(text, sizeof(text), "%s, and every other thread of the %u blocks that run waits too", what,
             block->worker->resident_count);
    finding.message = text;
    struct vgpu_frame *running = warp->frame;
    warp->frame = watch->frame;
    report_add_finding(warp, watch->op, &finding);
    warp->frame = running;
}

void check_spinning(struct vgpu_worker *worker)
{
    for (uint32_t i = 0; i < worker->resident_count; i++) {
        struct vgpu_block *block = worker->resident[i];
        check_deadlock(block);
        for (uint32_t j = 0; !block->finished && j < worker->launch->block_warps; j++)
            if (warp_can_run(&block->warps[j]))
                report_spin(block, &block->warps[j]);
    }
}

/* Describes in a few words where a warp is that has not reached a barrier. */
static void say_where(const struct vgpu_warp *warp, char *out, size_t capacity)
{
    if (!warp->split_count) {
        snprintf(out, capacity, "warp %u has ended", warp->index);
        return;
    }
    const struct vgpu_split *split = &warp->splits[0];
    int line = split->op[-1].detail->line;
    if (split->state == VGPU_SPLIT_BARRIER)
        snprintf(out, capacity, "warp %u waits at barrier %u in line %d", warp->index, split->barrier, line);
    else if (split->state == VGPU_SPLIT_WARP)
        snprintf(out, capacity, "warp %u waits for its lanes 0x%08x in line %d", warp->index,
                 split->wait_mask & warp->live & ~split->mask, split->op->detail->line);
    else
        snprintf(out, capacity, "warp %u goes round in line %d", warp->index, split->op->detail->line);
}

static bool is_at(const struct vgpu_warp *warp, uint32_t barrier)
{
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (warp->splits[i].state == VGPU_SPLIT_BARRIER && warp->splits[i].barrier == barrier)
            return true;
    return false;
}

/* Names the warp that the threads at a barrier wait for: the first that is missing. */
static void say_who_is_missing(const struct vgpu_block *block, uint32_t barrier, char *out, size_t capacity)
{
    for (uint32_t i = 0; i < block->worker->launch->block_warps; i++) {
        if (is_at(&block->warps[i], barrier))
            continue;
        say_where(&block->warps[i], out, capacity);
        return;
    }
    snprintf(out, capacity, "the block has no more");
}

void check_deadlock(struct vgpu_block *block)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    for (uint32_t i = 0; i < launch->block_warps; i++) {
        struct vgpu_warp *warp = &block->warps[i];
        for (uint32_t j = 0; j < warp->split_count; j++) {
            const struct vgpu_split *split = &warp->splits[j];
            if (split->state != VGPU_SPLIT_BARRIER)
                continue;
            const struct vgpu_barrier *barrier = &block->barriers[split->barrier];
            char text[300], missing[120];
            say_who_is_missing(block, split->barrier, missing, sizeof(missing));
            snprintf(text, sizeof(text), "barrier %u has %u threads and waits for %u, which never come: %s",
                     split->barrier, barrier->arrived, barrier->expected ? barrier->expected : block->live_threads,
                     missing);
            report_split(warp, split, split->op - 1, VGPU_FINDING_DEADLOCK, text);
        }
    }
}
