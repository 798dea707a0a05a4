/*
 * Warps: their start, the run loops, and a fault.
 */
#include "vgpu/warp/warp.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/told.h"
#include "vgpu/observers/observers.h"
#include "vgpu/report/report.h"
#include "vgpu/warp/asynchronous_copy.h"
#include "vgpu/warp/split.h"

void warp_start(struct vgpu_warp *warp, struct vgpu_block *block, uint32_t index)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    uint32_t threads = launch->block_threads - index * VGPU_WARP_LANES;
    uint32_t mask = threads >= VGPU_WARP_LANES ? UINT32_MAX : (1U << threads) - 1;
    warp->block = block;
    warp->worker = block->worker;
    warp->watcher = launch->watcher;
    warp->index = index;
    warp->live = warp->started = mask;
    warp->is_converged = launch->converged != NULL;
    warp->op_base = warp->is_converged ? launch->converged->base : launch->module->ops;
    warp->enter_failures = 0;
    OBSERVE(warp_start, warp);
    warp->watch.op = NULL;
    warp->watch.round = 0;
    warp->gives_way = warp->waits = false;
    warp->bypassed = 0;
    warp->cluster_arrived = warp->cluster_passed = 0;
    warp->clock = 0;
    copies_reset(warp);
    warp->split_count = 1;
    warp->splits[0] = (struct vgpu_split){.mask = mask, .op = launch->entry->ops, .frame = warp->entry};
    warp->entry->lanes = mask;
}

/* --- running ---------------------------------------------------------------------------------- */

static void run_full(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    uint8_t *frame = warp->frame->registers;
    while (op)
        op = op->full(warp, frame, op);
}

static void run_masked(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_op *stop)
{
    uint8_t *frame = warp->frame->registers;
    if (!stop)
        stop = (const struct vgpu_op *)UINTPTR_MAX;
    do {
        op = op->masked(warp, frame, op);
    } while (op && op < stop);
    if (!op)
        return;
    if (warp->segment != op) /* fell through rather than jumped */
        warp_count_segment(warp, op - 1, op);
    warp->split->op = op;
    warp->leave = VGPU_LEAVE_REACHED;
}

/* Runs instruction by instruction, for a watcher. It ends like the two functions above. */
static void run_watched(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_op *stop)
{
    const struct vgpu_watcher *watcher = warp->watcher;
    uint8_t *frame = warp->frame->registers;
    do {
        warp->split->op = op;
        if (watcher->gives_way && watcher->gives_way(warp, op)) {
            warp_count_before(warp, op);
            warp_yield(warp, op);
            return;
        }
        if (!watcher->before(warp, op)) {
            warp->leave = VGPU_LEAVE_FAULT;
            return;
        }
        op = (warp->is_full ? op->full : op->masked)(warp, frame, op);
        if (op && watcher->after)
            watcher->after(warp);
    } while (op && (!stop || op < stop));
    if (!op)
        return;
    if (warp->segment != op)
        warp_count_segment(warp, op - 1, op);
    warp->split->op = op;
    warp->leave = VGPU_LEAVE_REACHED;
}

static bool is_watched(const struct vgpu_warp *warp)
{
    const struct vgpu_watcher *watcher = warp->watcher;
    return __builtin_expect(watcher != NULL, 0) && (!watcher->wants || watcher->wants(warp->block));
}

/* Lanes bypass a barrier if they do more than end while others of their warp wait at it. */
static void note_bypass(struct vgpu_warp *warp, const struct vgpu_split *split)
{
    if (warp->split_count < 2 || split->op->detail->ends_lanes)
        return;
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (warp->splits[i].state == VGPU_SPLIT_BARRIER)
            warp->bypassed |= split->mask;
}

/* Lanes that came together again go on with converged ops, if their registers allow it. */
static void try_converged(struct vgpu_warp *warp, const struct vgpu_split *split)
{
    enum { ENTER_FAILURES_MAX = 8 };
    if (warp->is_converged || !warp->is_full || !warp->worker->launch->converged || split->frame != warp->entry ||
        warp->live != UINT32_MAX || warp->enter_failures >= ENTER_FAILURES_MAX)
        return;
    if (!affine_enter(warp, split->op))
        warp->enter_failures++;
}

void split_run(struct vgpu_warp *warp, struct vgpu_split *split)
{
    note_bypass(warp, split);
    warp->split = split;
    warp->frame = split->frame;
    warp_set_active(warp, split->mask);
    warp->is_full = split->mask == warp->live;
    try_converged(warp, split);
    const struct vgpu_op *op = warp->op_base + (split->op - warp->worker->launch->module->ops);
    warp->segment = op;
    if (is_watched(warp))
        run_watched(warp, split->op, warp->is_full ? NULL : split_find_stop(warp, split));
    else if (warp->is_full)
        run_full(warp, op);
    else
        run_masked(warp, split->op, split_find_stop(warp, split));
}

/* A loop with a call leaves the run loop in each turn. So it never uses up a slice at once. */
static void penalise(struct vgpu_warp *warp, uint32_t lanes, int64_t branches)
{
    warp->spent = lanes & warp->spender ? warp->spent + branches : branches;
    warp->spender = lanes;
    if (warp->spent < VGPU_SPLIT_SLICE_BRANCHES || warp->leave == VGPU_LEAVE_YIELD)
        return;
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (warp->splits[i].mask & lanes)
            warp->splits[i].penalty++;
    warp->spent = 0;
}

/*
 * Keeps to a small limit: a loop issues at least one instruction for each branch. The slice is the
 * same for every warp.
 */
static int64_t slice_branches(const struct vgpu_launch_state *launch)
{
    uint64_t limit = launch->request->instruction_limit;
    return limit && limit < VGPU_SLICE_BRANCHES ? (int64_t)limit : VGPU_SLICE_BRANCHES;
}

/*
 * After a poll in vain: whether the warp waits, since nothing has changed for as many polls as it
 * has parts that run. Each of them must have had its turn.
 */
static __attribute__((cold, noinline)) bool waits_after_poll(struct vgpu_warp *warp)
{
    struct vgpu_watch *watch = &warp->watch;
    uint64_t changes = warp->worker->changes;
    uint32_t ready = 0;
    warp->gives_way = false;
    watch->polls = (watch->polled_at == changes ? watch->polls : 0) + 1;
    watch->polled_at = changes;
    for (uint32_t i = 0; i < warp->split_count; i++)
        ready += warp->splits[i].state == VGPU_SPLIT_READY;
    warp->waits = ready == 1 || (ready > 1 && watch->polls > ready);
    return warp->waits;
}

/* What was written while the warp waited is no reason to read twice more. */
static void resume(struct vgpu_warp *warp)
{
    if (!warp->waits)
        return;
    warp->watch.changes = warp->worker->changes;
    warp->watch.asked_at = 0;
    warp->waits = false;
}

void warp_run(struct vgpu_warp *warp)
{
    struct vgpu_worker *worker = warp->worker;
    int64_t left = slice_branches(worker->launch);
    resume(warp);
    while (left > 0 && warp->split_count > 0) {
        struct vgpu_split *split = split_choose(warp);
        if (!split)
            return;
        int64_t slice = warp->split_count > 1 && left > VGPU_SPLIT_SLICE_BRANCHES ? VGPU_SPLIT_SLICE_BRANCHES : left;
        uint32_t lanes = split->mask;
        bool was_alone = warp->split_count == 1; /* together, lanes penalise nobody */
        warp->slice = slice;
        split_run(warp, split);
        int64_t branches = slice - (warp->slice > 0 ? warp->slice : 0);
        left -= branches;
        if (!was_alone && warp->split_count > 1)
            penalise(warp, lanes, branches);
        if (warp->leave == VGPU_LEAVE_FAULT || (worker->budget < 0 && !launch_may_go_on(worker)))
            return;
        if (warp->slice > 0)
            continue;
        if (warp->gives_way && waits_after_poll(warp))
            return;
        if (warp->leave == VGPU_LEAVE_YIELD && worker->launch->schedule)
            return;
    }
}

/* --- the end ---------------------------------------------------------------------------------- */

const struct vgpu_op *warp_fault_told(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_finding_kind kind,
                                      const char *told)
{
    warp_count_before(warp, op);
    warp->split->op = affine_general(warp, op);
    report_add_finding(
        warp, op,
        &(struct vgpu_finding){
            .kind = kind, .lane = (uint32_t)__builtin_ctz(warp->active), .element = -1, .message = told});
    launch_fault(warp, op, told);
    return warp_leave(warp, VGPU_LEAVE_FAULT);
}

const struct vgpu_op *warp_fault_as(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_finding_kind kind,
                                    const char *format, ...)
{
    char told[400];
    va_list arguments;
    va_start(arguments, format);
    told_format(told, sizeof(told), format, arguments);
    va_end(arguments);
    return warp_fault_told(warp, op, kind, told);
}
