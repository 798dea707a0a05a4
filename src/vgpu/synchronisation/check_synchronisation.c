/*
 * Barriers and .sync operations used against their rules.
 */
#include "vgpu/synchronisation/check_synchronisation.h"

#include <stdio.h>
#include <string.h>

#include "vgpu/execution/mbarrier_state.h"
#include "vgpu/execution/place.h"
#include "vgpu/finding_texts.h"
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

void check_matrix_lanes(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    char text[300];
    VGPU_TELL(text, sizeof(text), MATRIX_LANES, "count=%d", __builtin_popcount(warp->active));
    report(warp, op, warp->active, VGPU_FINDING_EXITED_LANE, text);
}

void check_sync_mask(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask)
{
    char text[300];
    uint32_t left_out = warp->active & ~mask, exited = mask & warp->started & ~warp->live;
    if (__builtin_expect(left_out != 0, 0)) {
        VGPU_TELL(text, sizeof(text), MASK_LEAVES_OUT, "lanes=0x%08x" TOLD_AND "mask=0x%08x" TOLD_AND "missing=0x%08x",
                  warp->active, mask, left_out);
        report(warp, op, left_out, VGPU_FINDING_WRONG_MASK, text);
    }
    if (__builtin_expect(exited != 0, 0)) {
        VGPU_TELL(text, sizeof(text), MASK_NAMES_EXITED, "mask=0x%08x" TOLD_AND "lanes=0x%08x", mask, exited);
        report(warp, op, warp->active, VGPU_FINDING_EXITED_LANE, text);
    }
}

void check_missing_lanes(struct vgpu_warp *warp, const struct vgpu_split *split)
{
    char text[300];
    uint32_t missing = split->wait_mask & warp->live & ~split->mask;
    if (!missing) /* those it waited for have exited: check_sync_mask() reports it */
        return;
    VGPU_TELL(text, sizeof(text), MASK_NAMES_ABSENT, "mask=0x%08x" TOLD_AND "lanes=0x%08x", split->wait_mask, missing);
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
    char text[300];
    if (missing)
        VGPU_TELL(text, sizeof(text), WARP_PARTS, "lanes=0x%08x" TOLD_AND "others=0x%08x", waiting, missing);
    else
        VGPU_TELL(text, sizeof(text), WARP_AT_TWO_BARRIERS, "lanes=0x%08x" TOLD_AND "others=0x%08x", first->mask,
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
            char text[300];
            VGPU_TELL(text, sizeof(text), SOME_HAVE_ENDED, "count=%u" TOLD_AND "all=%u",
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
    told_print(out, capacity,
               vgpu_finding_text(state.bytes ? VGPU_TEXT_WAITS_FOR_PHASE_AND_BYTES : VGPU_TEXT_WAITS_FOR_PHASE),
               "count=%u" TOLD_AND "all=%u" TOLD_AND "phase=%d" TOLD_AND "place=%s" TOLD_AND "bytes=%d", state.pending,
               state.next, state.parity, name, state.bytes);
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
    char text[VGPU_TOLD_BYTES], element[32] = "";
    struct vgpu_place place = {watch->is_shared ? VGPU_PLACE_SHARED : VGPU_PLACE_GLOBAL, watch->buffer, watch->offset,
                               NULL};
    finding_place_describe(warp, &place, &finding);
    if (finding.element >= 0 && finding.buffer_bytes > finding.size_bytes)
        snprintf(element, sizeof(element), "[%lld]", (long long)finding.element);
    const char *name = finding.buffer[0] ? finding.buffer : "memory";
    enum ptx_category category = ptx_opcode_info(watch->op->detail->source->opcode)->category;
    char what[VGPU_TOLD_BYTES];
    VGPU_TELL(what, sizeof(what), WAITS_FOR_WORD, "place=%s%s", name, element);
    if (watch->is_shared && category == PTX_CATEGORY_MBARRIER) {
        uint64_t value;
        memcpy(&value, block->shared + watch->offset, sizeof(value));
        describe_object(value, name, what, sizeof(what));
    }
    VGPU_TELL(text, sizeof(text), OTHERS_WAIT_TOO, "text=%s" TOLD_AND "blocks=%u", what, block->worker->resident_count);
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
        VGPU_TELL(out, capacity, WARP_HAS_ENDED, "warp=%u", warp->index);
        return;
    }
    const struct vgpu_split *split = &warp->splits[0];
    int line = split->op[-1].detail->line;
    if (split->state == VGPU_SPLIT_BARRIER)
        VGPU_TELL(out, capacity, WARP_AT_BARRIER, "warp=%u" TOLD_AND "barrier=%u" TOLD_AND "line=%d", warp->index,
                  split->barrier, line);
    else if (split->state == VGPU_SPLIT_WARP)
        VGPU_TELL(out, capacity, WARP_WAITS_FOR_LANES, "warp=%u" TOLD_AND "lanes=0x%08x" TOLD_AND "line=%d",
                  warp->index, split->wait_mask & warp->live & ~split->mask, split->op->detail->line);
    else
        VGPU_TELL(out, capacity, WARP_GOES_ROUND, "warp=%u" TOLD_AND "line=%d", warp->index, split->op->detail->line);
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
    VGPU_TELL_PLAIN(out, capacity, NO_MORE_WARPS);
}

static void say_block(const struct vgpu_block *block, const char *missing, char *out, size_t capacity)
{
    VGPU_TELL(out, capacity, BLOCK_OF_CLUSTER, "block=(%u,%u,%u)" TOLD_AND "text=%s", block->index[0], block->index[1],
              block->index[2], missing);
}

/* The threads that the barrier of the cluster lacks, and where the first of them is. */
static void say_who_is_not_in_cluster(const struct vgpu_block *block, char *out, size_t capacity)
{
    uint32_t count = 0;
    char missing[VGPU_TOLD_BYTES] = "", where[300];
    for (uint32_t rank = 0; rank < block->worker->launch->cluster_members; rank++)
        for (uint32_t i = 0; i < block->worker->launch->block_warps; i++) {
            const struct vgpu_warp *warp = &block->cluster[rank]->warps[i];
            uint32_t lanes = warp->live & ~warp->cluster_arrived;
            if (lanes && !count) {
                say_where(warp, where, sizeof(where));
                say_block(block->cluster[rank], where, missing, sizeof(missing));
            }
            count += (uint32_t)__builtin_popcount(lanes);
        }
    VGPU_TELL(out, capacity, CLUSTER_NEVER_FULL, "n=%u" TOLD_AND "missing=%s", count, missing);
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
            char text[2 * VGPU_TOLD_BYTES], missing[300];
            if (split->barrier == VGPU_CLUSTER_BARRIER) {
                say_who_is_not_in_cluster(block, text, sizeof(text));
                report_split(warp, split, split->op - 1, VGPU_FINDING_DEADLOCK, text);
                continue;
            }
            say_who_is_missing(block, split->barrier, missing, sizeof(missing));
            VGPU_TELL(text, sizeof(text), BARRIER_NEVER_FULL,
                      "count=%u" TOLD_AND "barrier=%u" TOLD_AND "all=%u" TOLD_AND "missing=%s", barrier->arrived,
                      split->barrier, barrier->expected ? barrier->expected : block->live_threads, missing);
            report_split(warp, split, split->op - 1, VGPU_FINDING_DEADLOCK, text);
        }
    }
}
