/*
 * Warps: splits, their order, and the run loops.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "vgpu/affine_internal.h"
#include "vgpu/asynchronous_internal.h"
#include "vgpu/observe_internal.h"
#include "vgpu/step_internal.h"
#include "vgpu/undefined_internal.h"

void warp_set_active(struct vgpu_warp *warp, uint32_t mask)
{
    warp->active = mask;
    for (int lane = 0; lane < VGPU_WARP_LANES; lane++)
        warp->lane_mask[lane] = -(int32_t)(mask >> lane & 1);
}

void warp_start(struct vgpu_warp *warp, struct vgpu_block *block, uint32_t index)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    uint32_t threads = launch->block_threads - index * VGPU_WARP_LANES;
    uint32_t mask = threads >= VGPU_WARP_LANES ? UINT32_MAX : (1U << threads) - 1;
    warp->block = block;
    warp->worker = block->worker;
    warp->index = index;
    warp->live = warp->started = mask;
    warp->is_converged = launch->converged != NULL;
    warp->op_base = warp->is_converged ? launch->converged->base : launch->module->ops;
    warp->enter_failures = 0;
    warp->epoch = 0;
    warp->sync_time = warp->fence_time = 0;
    warp->watch = (struct vgpu_watch){0};
    warp->bypassed = 0;
    warp->clock = 0;
    copies_reset(warp);
    warp->split_count = 1;
    warp->splits[0] = (struct vgpu_split){.mask = mask, .op = launch->entry->ops, .frame = warp->entry};
    warp->entry->lanes = mask;
}

/* --- splits ------------------------------------------------------------------------------------------------------ */

static struct vgpu_split *add_split(struct vgpu_warp *warp, uint32_t mask, const struct vgpu_op *op,
                                    struct vgpu_frame *frame)
{
    struct vgpu_split *split = &warp->splits[warp->split_count++]; /* masks are disjoint: 32 are enough */
    *split = (struct vgpu_split){.mask = mask, .op = op, .frame = frame};
    return split;
}

static void remove_split(struct vgpu_warp *warp, struct vgpu_split *split)
{
    *split = warp->splits[--warp->split_count];
}

/* Whether the op waits for lanes that an operand names. */
static bool names_lanes(const struct vgpu_op *op)
{
    switch (op->detail->source->opcode) {
    case PTX_OPCODE_SHFL_SYNC:
    case PTX_OPCODE_VOTE_SYNC:
    case PTX_OPCODE_MATCH:
    case PTX_OPCODE_REDUX_SYNC:
    case PTX_OPCODE_ELECT_SYNC:
    case PTX_OPCODE_BAR_WARP_SYNC:
        return op->immediate >= 0;
    default:
        return false;
    }
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
 * Ready splits meet at the same op of the same call; so do those that wait there for each other, unless they wait for
 * different lanes: together they would only part again.
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
            remove_split(warp, other);
        }
    }
}

/* Whether `a` goes before `b`. */
static bool goes_first(const struct vgpu_split *a, const struct vgpu_split *b)
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
        if (split->state == VGPU_SPLIT_READY && (!best || goes_first(split, best)))
            best = split;
    }
    return best;
}

static struct vgpu_split *choose_split(struct vgpu_warp *warp)
{
    if (warp->split_count > 1)
        merge_splits(warp);
    const struct vgpu_split *best = warp_first_ready(warp);
    return best ? &warp->splits[best - warp->splits] : NULL;
}

bool warp_can_run(const struct vgpu_warp *warp)
{
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (warp->splits[i].state == VGPU_SPLIT_READY)
            return true;
    return false;
}

/* The op from which on another split would go first, or would have to merge. */
static const struct vgpu_op *find_stop(const struct vgpu_warp *warp, const struct vgpu_split *chosen)
{
    const struct vgpu_op *stop = NULL;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const struct vgpu_split *other = &warp->splits[i];
        if (other == chosen || other->state != VGPU_SPLIT_READY || other->op <= chosen->op ||
            other->frame->depth != chosen->frame->depth || other->penalty > chosen->penalty)
            continue;
        if (!stop || other->op < stop)
            stop = other->op;
    }
    return stop;
}

/* --- running ----------------------------------------------------------------------------------------------------- */

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

/* The same instruction by instruction; ends like the two above. */
static void run_stepped(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_op *stop)
{
    uint8_t *frame = warp->frame->registers;
    do {
        warp->split->op = op;
        if (!step_before(warp, op)) {
            warp->leave = VGPU_LEAVE_FAULT;
            return;
        }
        op = (warp->is_full ? op->full : op->masked)(warp, frame, op);
    } while (op && (!stop || op < stop));
    if (!op)
        return;
    if (warp->segment != op)
        warp_count_segment(warp, op - 1, op);
    warp->split->op = op;
    warp->leave = VGPU_LEAVE_REACHED;
}

/* Lanes that do more than end while others of their warp wait at a barrier have passed it by. */
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

static void run_split(struct vgpu_warp *warp, struct vgpu_split *split)
{
    note_bypass(warp, split);
    warp->split = split;
    warp->frame = split->frame;
    warp_set_active(warp, split->mask);
    warp->is_full = split->mask == warp->live;
    try_converged(warp, split);
    const struct vgpu_op *op = warp->op_base + (split->op - warp->worker->launch->module->ops);
    warp->segment = op;
    const struct vgpu_step *step = warp->worker->launch->step;
    if (__builtin_expect(step != NULL, 0) && step_wants(step, warp->block))
        run_stepped(warp, split->op, warp->is_full ? NULL : find_stop(warp, split));
    else if (warp->is_full)
        run_full(warp, op);
    else
        run_masked(warp, split->op, find_stop(warp, split));
}

/* A loop that calls leaves the run loop in each turn, and never uses up a slice at once. */
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

void warp_run(struct vgpu_warp *warp)
{
    struct vgpu_worker *worker = warp->worker;
    int64_t left = VGPU_SLICE_BRANCHES;
    while (left > 0 && warp->split_count > 0) {
        struct vgpu_split *split = choose_split(warp);
        if (!split)
            return;
        int64_t slice = warp->split_count > 1 && left > VGPU_SPLIT_SLICE_BRANCHES ? VGPU_SPLIT_SLICE_BRANCHES : left;
        uint32_t lanes = split->mask;
        bool was_alone = warp->split_count == 1; /* what lanes did together sets none of them back */
        warp->slice = slice;
        run_split(warp, split);
        int64_t branches = slice - (warp->slice > 0 ? warp->slice : 0);
        left -= branches;
        if (!was_alone && warp->split_count > 1)
            penalise(warp, lanes, branches);
        if (warp->leave == VGPU_LEAVE_FAULT || (worker->budget < 0 && !launch_may_go_on(worker)))
            return;
    }
}

/* --- for handlers ------------------------------------------------------------------------------------------------ */

static const struct vgpu_op *leave(struct vgpu_warp *warp, enum vgpu_leave why)
{
    warp->leave = why;
    return NULL;
}

const struct vgpu_op *warp_diverge(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t taken,
                                   const struct vgpu_op *target)
{
    struct vgpu_split *split = warp->split;
    warp_count_segment(warp, op, op + 1);
    warp->worker->diverged[op->detail->index]++;
    op = affine_general(warp, op);
    target = affine_general(warp, target);
    affine_leave(warp);
    split->mask &= ~taken;
    split->op = op + 1;
    add_split(warp, taken, target, split->frame);
    return leave(warp, VGPU_LEAVE_RESCHEDULE);
}

/* Counts up to, but without, the op that is going to be executed again. */
static void count_before(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    if (warp->segment != op)
        warp_count_segment(warp, op - 1, op);
}

const struct vgpu_op *warp_split_off(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes)
{
    struct vgpu_split *split = warp->split;
    count_before(warp, op);
    op = affine_general(warp, op);
    affine_leave(warp);
    split->mask &= ~lanes;
    split->op = op;
    struct vgpu_split *other = add_split(warp, lanes, op, split->frame);
    other->penalty = split->penalty + 1; /* else the two would merge again at once */
    run_split(warp, split);
    return NULL;
}

const struct vgpu_op *warp_exit_lanes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes)
{
    struct vgpu_split *split = warp->split;
    warp_count_segment(warp, op, op + 1);
    op = affine_general(warp, op);
    if (lanes != split->mask)
        affine_leave(warp);
    warp->live &= ~lanes;
    warp->block->live_threads -= (uint32_t)__builtin_popcount(lanes);
    for (struct vgpu_frame *frame = split->frame, *caller; frame; frame = caller) {
        caller = frame->caller;
        frame->lanes &= ~lanes;
        if (!frame->lanes && caller)
            frame_release(warp, frame);
    }
    split->mask &= ~lanes;
    split->op = op + 1;
    if (!split->mask)
        remove_split(warp, split);
    return leave(warp, VGPU_LEAVE_RESCHEDULE);
}

/* Copies the words of one frame variable to another, for some lanes. */
static void copy_words(uint8_t *to_frame, const struct vgpu_frame_variable *to, const uint8_t *from_frame,
                       const struct vgpu_frame_variable *from, uint32_t lanes)
{
    uint32_t words = to->words < from->words ? to->words : from->words;
    uint32_t *target = (uint32_t *)(void *)(to_frame + to->offset);
    const uint32_t *source = (const uint32_t *)(const void *)(from_frame + from->offset);
    for (uint32_t i = 0; i < words * VGPU_WARP_LANES; i++)
        if (lanes >> (i % VGPU_WARP_LANES) & 1)
            target[i] = source[i];
}

const struct vgpu_op *warp_call(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_function *callee)
{
    struct vgpu_split *split = warp->split;
    const struct vgpu_call *call = op->detail->call;
    if (call->argument_count != callee->source->parameter_count)
        return warp_fault(warp, op, "call of %s with another number of arguments", callee->source->name);
    struct vgpu_frame *frame = frame_new(warp, callee, split->frame, split->mask);
    if (!frame)
        return warp_fault_as(warp, op, VGPU_FINDING_STACK_OVERFLOW, "calls are nested too deeply: %s at depth %u",
                             callee->source->name, split->frame->depth + 1);
    warp_count_segment(warp, op, op + 1);
    op = affine_general(warp, op);
    affine_leave(warp);
    for (uint32_t i = 0; i < call->argument_count; i++) {
        call_words_from_register(split->frame->registers, call->arguments[i], split->mask);
        copy_words(frame->registers, &callee->variables[i], split->frame->registers, call->arguments[i], split->mask);
        call_register_from_words(frame->registers, &callee->variables[i], split->mask);
        call_copy_to_local(warp, frame, &callee->variables[i], split->mask);
        registers_pass(warp, frame, &callee->variables[i], split->frame, call->arguments[i], split->mask);
    }
    frame->return_op = op + 1;
    split->frame = frame;
    split->op = callee->ops;
    return leave(warp, VGPU_LEAVE_RESCHEDULE);
}

const struct vgpu_op *warp_return(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes)
{
    struct vgpu_split *split = warp->split;
    struct vgpu_frame *frame = split->frame, *caller = frame->caller;
    if (!caller)
        return warp_exit_lanes(warp, op, lanes);
    warp_count_segment(warp, op, op + 1);
    const struct vgpu_function *function = frame->function;
    const struct vgpu_call *call = frame->return_op[-1].detail->call;
    for (uint32_t i = 0; i < call->result_count && i < function->source->result_count; i++) {
        const struct vgpu_frame_variable *result = &function->variables[function->source->parameter_count + i];
        call_words_from_register(frame->registers, result, lanes);
        copy_words(caller->registers, call->results[i], frame->registers, result, lanes);
        call_register_from_words(caller->registers, call->results[i], lanes);
        registers_pass(warp, caller, call->results[i], frame, result, lanes);
    }
    const struct vgpu_op *return_op = frame->return_op;
    frame->lanes &= ~lanes;
    if (lanes == split->mask) {
        split->frame = caller;
        split->op = return_op;
    } else {
        split->mask &= ~lanes;
        split->op = op + 1; /* a callee is never converged */
        add_split(warp, lanes, return_op, caller);
    }
    if (!frame->lanes)
        frame_release(warp, frame);
    return leave(warp, VGPU_LEAVE_RESCHEDULE);
}

const struct vgpu_op *warp_yield(struct vgpu_warp *warp, const struct vgpu_op *target)
{
    warp->split->op = affine_general(warp, target);
    if (warp->split_count > 1)
        warp->split->penalty++;
    warp->slice = 0;
    return leave(warp, VGPU_LEAVE_YIELD);
}

const struct vgpu_op *warp_wait_barrier(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t barrier)
{
    struct vgpu_split *split = warp->split;
    warp_count_segment(warp, op, op + 1);
    split->state = VGPU_SPLIT_BARRIER;
    split->barrier = (uint8_t)barrier;
    split->op = affine_general(warp, op + 1);
    split->penalty = 0;
    return leave(warp, VGPU_LEAVE_WAIT);
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
    count_before(warp, op);
    split->state = VGPU_SPLIT_WARP;
    split->wait_mask = mask;
    split->op = affine_general(warp, op);
    return leave(warp, VGPU_LEAVE_WAIT);
}

bool warp_force_sync(struct vgpu_warp *warp)
{
    struct vgpu_split *first = NULL;
    uint32_t at_sync = 0; /* bar.warp.sync may be reached at several ops */
    for (uint32_t i = 0; i < warp->split_count; i++) {
        struct vgpu_split *split = &warp->splits[i];
        if (split->state != VGPU_SPLIT_WARP)
            continue;
        if (!first || goes_first(split, first))
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

/* --- the end ----------------------------------------------------------------------------------------------------- */

const struct vgpu_op *warp_fault_as(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_finding_kind kind,
                                    const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    count_before(warp, op);
    warp->split->op = affine_general(warp, op);
    finding_add(warp, op,
                &(struct vgpu_finding){
                    .kind = kind, .lane = (uint32_t)__builtin_ctz(warp->active), .element = -1, .message = text});
    launch_fault(warp, op, text);
    return leave(warp, VGPU_LEAVE_FAULT);
}
