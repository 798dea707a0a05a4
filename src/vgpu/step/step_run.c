/* The runner's side of stepping: its work before each instruction of the chosen block. */
#include "vgpu/execution/device.h"
#include "vgpu/report/report.h"
#include "vgpu/step/step.h"

/* Hands the turn over and waits for it to come back. */
static void rest(struct vgpu_step *step)
{
    pthread_mutex_lock(&step->lock);
    step->is_runners_turn = false;
    pthread_cond_broadcast(&step->turned);
    while (!step->is_runners_turn)
        pthread_cond_wait(&step->turned, &step->lock);
    pthread_mutex_unlock(&step->lock);
}

/* Whether the runner stops at this block. */
static bool wants(const struct vgpu_block *block)
{
    const struct vgpu_step *step = block->worker->launch->watching;
    return block->linear == step->options.block && !step->finishing;
}

static void block_begins(struct vgpu_launch_state *launch, uint64_t linear)
{
    struct vgpu_step *step = launch->watching;
    if (linear == step->options.block && !step->finishing)
        step_snapshot_take(&step->snapshot, step->worker);
}

/* --- goals ------------------------------------------------------------------------------------ */

/* The watched warp executes next, or has just begun to wait or ended. */
static bool is_stop(const struct vgpu_step *step, const struct vgpu_warp *warp)
{
    if (warp->index == step->watched)
        return true;
    return step->position > 0 && step->last == step->watched && !warp_can_run(&warp->block->warps[step->watched]);
}

static bool is_barrier(const struct vgpu_op *op)
{
    enum ptx_action does = ptx_does(op->detail->source);
    return does == PTX_DOES_BARRIER || does == PTX_DOES_WARP_BARRIER || does == PTX_DOES_CLUSTER_BARRIER;
}

/* Goals about the next instruction of the watched warp. */
static bool reaches_op(const struct vgpu_step *step, const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    const struct step_goal *goal = &step->goal;
    const struct vgpu_detail *detail = op->detail;
    switch (goal->kind) {
    case VGPU_STEP_NEXT_LINE:
        return step_line(step, op) > 0 && detail->line != goal->from_line &&
               (!goal->number || warp->frame->depth < goal->number);
    case VGPU_STEP_LINE:
        return detail->line > 0 && (uint64_t)detail->line == goal->number;
    case VGPU_STEP_PTX_LINE:
        return detail->source && (uint64_t)detail->source->ptx_line == goal->number;
    case VGPU_STEP_BARRIER:
        return detail->source && is_barrier(op);
    case VGPU_STEP_ACCESS:
        return step_accesses_memory(op) && !step_is_aside(warp, op);
    default:
        return false;
    }
}

/* `op`: the one that the watched warp executes next; NULL: it waits or has ended. */
static void remember_stop(struct vgpu_step *step, const struct vgpu_op *op)
{
    const struct step_stop *last = &step->stops[(step->stop_count - 1) % STEP_STOPS_MAX];
    if (step->stop_count && last->position == step->position)
        return;
    int line = op ? step_line(step, op) : 0;
    step->stops[step->stop_count++ % STEP_STOPS_MAX] = (struct step_stop){step->position, line};
}

static bool is_reached(struct vgpu_step *step, const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    struct step_goal *goal = &step->goal;
    bool stops = is_stop(step, warp), moved = step->position > goal->from;
    if (stops)
        remember_stop(step, warp->index == step->watched ? op : NULL);
    if (goal->kind == VGPU_STEP_POSITION)
        return step->position >= goal->number;
    if (goal->kind == VGPU_STEP_FINDING)
        return report_builder_count(step->worker->builder) > goal->findings;
    if (goal->kind == VGPU_STEP_INSTRUCTION)
        return stops && moved && --goal->number == 0;
    return warp->index == step->watched && moved && reaches_op(step, warp, op);
}

/* Whether to rest here, and why. */
static bool is_over_here(struct vgpu_step *step, const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    step->stop = VGPU_STEP_REACHED;
    if (is_reached(step, warp, op))
        return true;
    if (step->position >= step->options.limit)
        step->stop = VGPU_STEP_AT_LIMIT;
    return step->stop != VGPU_STEP_REACHED;
}

/* --- what is noted on the way ----------------------------------------------------------------- */

/* Notes which lanes of the kernel's registers hold values of the kernel. Calls are not followed. */
static void note_writes(struct vgpu_step *step, const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    const struct vgpu_detail *detail = op->detail;
    if (warp->frame != warp->entry)
        return;
    uint32_t *written = step->written + (size_t)warp->index * step->launch->entry->register_count;
    uint32_t lanes = warp_guard_lanes(warp, op);
    for (uint32_t i = 0; i < detail->write_count; i++)
        written[detail->writes[i]] |= lanes;
}

static bool before(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    struct vgpu_step *step = warp->worker->launch->watching;
    if (step->aborted || step->finishing)
        return !step->aborted;
    step->block = warp->block;
    while (is_over_here(step, warp, op)) {
        step->warp = warp;
        step->op = op;
        rest(step);
        if (step->aborted)
            return false;
        if (step->finishing)
            return true;
    }
    step_note_access(&step->accesses[warp->index], warp, op);
    note_writes(step, warp, op);
    step->position++;
    step->executed[warp->index]++;
    step->previous[warp->index] = op;
    step->last = warp->index;
    return true;
}

static void block_ended(struct vgpu_block *block)
{
    struct vgpu_step *step = block->worker->launch->watching;
    if (!wants(block))
        return;
    step->warp = NULL;
    step->op = NULL;
    step->ended = true;
    remember_stop(step, NULL);
    do {
        bool is_wanted = step->goal.kind == VGPU_STEP_END ||
                         (step->goal.kind == VGPU_STEP_POSITION && step->goal.number == step->position);
        step->stop = is_wanted ? VGPU_STEP_REACHED : VGPU_STEP_ENDED;
        rest(step);
    } while (!step->aborted && !step->finishing);
}

void step_watch(struct vgpu_step *step)
{
    static const struct vgpu_watcher watcher = {
        .wants = wants, .before = before, .block_begins = block_begins, .block_ended = block_ended};
    step->launch->watcher = &watcher;
    step->launch->watching = step;
}
