/* The view of a session: the watched warp and its block. */
#include <string.h>

#include "ptx/disassembly.h"
#include "vgpu/report/report.h"
#include "vgpu/step/step.h"
#include "vgpu/warp/warp.h"

void step_forget_view(struct vgpu_step *step)
{
    arena_free(step->view);
    step->view = NULL;
    step->state = NULL;
    step->report = NULL;
}

static struct arena *view_of(struct vgpu_step *step)
{
    if (!step->view)
        step->view = arena_new();
    return step->view;
}

const struct vgpu_warp *step_watched_warp(const struct vgpu_step *step)
{
    return step->block ? &step->block->warps[step->watched] : NULL;
}

const struct vgpu_split *step_current_split(const struct vgpu_step *step)
{
    const struct vgpu_warp *warp = step_watched_warp(step);
    if (!warp || warp->split_count == 0)
        return NULL;
    if (step->warp == warp)
        return warp->split;
    const struct vgpu_split *ready = warp_first_ready(warp);
    return ready ? ready : &warp->splits[0];
}

/* --- one thing at a time ---------------------------------------------------------------------- */

static int ptx_line_of(const struct vgpu_op *op)
{
    return op->detail->source ? op->detail->source->ptx_line : 0;
}

static void tell_splits(const struct vgpu_step *step, struct arena *arena, struct vgpu_step_state *state)
{
    const struct vgpu_warp *warp = step_watched_warp(step);
    struct vgpu_step_split *splits = ARENA_ARRAY(arena, warp->split_count + 1, struct vgpu_step_split);
    const struct vgpu_split *current = step->warp == warp ? warp->split : NULL;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const struct vgpu_split *split = &warp->splits[i];
        bool waits_barrier = split->state == VGPU_SPLIT_BARRIER, waits_lanes = split->state == VGPU_SPLIT_WARP;
        splits[i] = (struct vgpu_step_split){.mask = split->mask,
                                             .state = split == current ? VGPU_STEP_RUNNING
                                                      : waits_barrier  ? VGPU_STEP_AT_BARRIER
                                                      : waits_lanes    ? VGPU_STEP_AT_SYNC
                                                                       : VGPU_STEP_READY,
                                             .barrier = split->barrier,
                                             .wait_mask = waits_lanes ? split->wait_mask : 0,
                                             .line = split->op->detail->line,
                                             .ptx_line = ptx_line_of(split->op),
                                             .function = split->frame->function->source->name};
        state->at_barrier |= waits_barrier ? split->mask : 0;
        state->at_sync |= waits_lanes ? split->mask : 0;
    }
    state->splits = splits;
    state->split_count = warp->split_count;
}

static void tell_calls(const struct vgpu_split *split, struct arena *arena, struct vgpu_step_state *state)
{
    struct vgpu_step_call *calls = ARENA_ARRAY(arena, split->frame->depth + 1U, struct vgpu_step_call);
    const struct vgpu_op *op = split->op;
    for (const struct vgpu_frame *frame = split->frame; frame; frame = frame->caller) {
        calls[state->call_count++] = (struct vgpu_step_call){.function = frame->function->source->name,
                                                             .line = op->detail->line,
                                                             .ptx_line = ptx_line_of(op),
                                                             .lanes = frame->lanes};
        if (frame->caller)
            op = frame->return_op - 1;
    }
    state->calls = calls;
}

static const char *text_of(const struct vgpu_step *step, const struct vgpu_op *op, struct arena *arena)
{
    if (!op || !op->detail->source)
        return "";
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    ptx_disassemble_instruction(step->launch->module->program, op->detail->function, op->detail->source, &text);
    return arena_strdup(arena, buffer_text(&text));
}

static void tell_instruction(const struct vgpu_step *step, const struct vgpu_split *split, struct arena *arena,
                             struct vgpu_step_state *state)
{
    const struct vgpu_detail *detail = split->op->detail;
    const struct vgpu_op *own;
    state->function = split->frame->function->source->name;
    state->line = detail->line;
    state->file = detail->file ? detail->file : "";
    if (step_own_frame(step, &own)) {
        state->line = own->detail->line;
        state->file = own->detail->file ? own->detail->file : "";
    }
    state->instruction = text_of(step, split->op, arena);
    state->ptx_line = ptx_line_of(split->op);
}

static void tell_barriers(const struct vgpu_step *step, struct arena *arena, struct vgpu_step_state *state)
{
    struct vgpu_step_barrier *barriers = ARENA_ARRAY(arena, VGPU_BARRIERS, struct vgpu_step_barrier);
    for (uint32_t number = 0; number < VGPU_BARRIERS; number++) {
        const struct vgpu_barrier *barrier = &step->block->barriers[number];
        if (!barrier->arrived)
            continue;
        struct vgpu_step_barrier *told = &barriers[state->barrier_count++];
        told->number = number;
        told->arrived = barrier->arrived;
        told->expected = barrier->expected ? barrier->expected : step->block->live_threads;
        for (uint32_t i = 0; i < step->launch->block_warps; i++) {
            const struct vgpu_warp *warp = &step->block->warps[i];
            for (uint32_t j = 0; j < warp->split_count; j++)
                if (warp->splits[j].state == VGPU_SPLIT_BARRIER && warp->splits[j].barrier == number)
                    told->waiting[i] |= warp->splits[j].mask;
        }
    }
    state->barriers = barriers;
}

static void tell_requests(const struct vgpu_step *step, struct arena *arena, struct vgpu_step_state *state)
{
    const struct step_accesses *accesses = &step->accesses[step->watched];
    struct vgpu_step_request *requests = ARENA_ARRAY(arena, accesses->count + 1U, struct vgpu_step_request);
    for (uint32_t i = 0; i < accesses->count; i++) {
        step_describe_request(step, &accesses->items[i], &requests[i]);
        requests[i].buffer = arena_strdup(arena, requests[i].buffer);
    }
    state->requests = requests;
    state->request_count = accesses->count;
}

static void tell_warp(const struct vgpu_step *step, struct arena *arena, struct vgpu_step_state *state)
{
    const struct vgpu_warp *warp = step_watched_warp(step);
    const struct vgpu_split *split = step_current_split(step);
    state->started = warp->started;
    state->live = warp->live;
    tell_splits(step, arena, state);
    tell_barriers(step, arena, state);
    tell_requests(step, arena, state);
    state->previous = text_of(step, step->previous[step->watched], arena);
    if (!split)
        return;
    state->active = split->state == VGPU_SPLIT_READY ? split->mask : 0;
    tell_instruction(step, split, arena, state);
    tell_calls(split, arena, state);
}

const struct vgpu_step_state *vgpu_step_state(struct vgpu_step *step)
{
    if (step->state)
        return step->state;
    struct arena *arena = view_of(step);
    struct vgpu_step_state *state = ARENA_NEW(arena, struct vgpu_step_state);
    const uint32_t *grid = step->launch->request->grid;
    uint64_t block = step->options.block;
    *state = (struct vgpu_step_state){
        .position = step->position,
        .ended = step->ended,
        .deadlocked = atomic_load(&step->launch->deadlocked),
        .faulted = atomic_load(&step->launch->faulted),
        .timed_out = atomic_load(&step->launch->timed_out),
        .fault = step->worker && step->worker->has_fault ? arena_strdup(arena, step->worker->fault) : "",
        .block_index = block,
        .block = {(uint32_t)(block % grid[0]), (uint32_t)(block / grid[0] % grid[1]),
                  (uint32_t)(block / grid[0] / grid[1])},
        .warp = step->watched,
        .warp_count = step->launch->block_warps,
        .executed = step->executed[step->watched],
        .file = "",
        .function = "",
        .instruction = "",
        .previous = "",
        .is_next = step->warp && step->warp->index == step->watched,
    };
    if (step->block && !step->is_finished)
        tell_warp(step, arena, state);
    step->state = state;
    return state;
}

/* --- registers -------------------------------------------------------------------------------- */

static const struct vgpu_frame *current_frame(const struct vgpu_step *step)
{
    const struct vgpu_split *split = step_current_split(step);
    if (split)
        return split->frame;
    const struct vgpu_warp *warp = step_watched_warp(step);
    return warp ? warp->entry : NULL;
}

uint32_t vgpu_step_register_count(struct vgpu_step *step)
{
    const struct vgpu_frame *frame = current_frame(step);
    return frame ? frame->function->source->register_count : 0;
}

static uint32_t step_written_lanes(const struct vgpu_step *step, const struct vgpu_frame *frame, uint32_t slot)
{
    const struct vgpu_warp *warp = step_watched_warp(step);
    if (frame != warp->entry)
        return frame->lanes;
    return step->written[(size_t)step->watched * step->launch->entry->register_count + slot];
}

static void read_lanes(const uint8_t *at, struct vgpu_step_register *out_register)
{
    for (uint32_t lane = 0; lane < VGPU_STEP_LANES; lane++) {
        if (out_register->bits == 1)
            out_register->values[lane] = *(const uint32_t *)(const void *)at >> lane & 1;
        else if (out_register->bits <= 32)
            out_register->values[lane] = ((const uint32_t *)(const void *)at)[lane];
        else
            out_register->values[lane] = ((const uint64_t *)(const void *)at)[lane];
        if (out_register->bits == 128)
            out_register->high[lane] = ((const uint64_t *)(const void *)at)[VGPU_STEP_LANES + lane];
    }
}

void step_read_register(const struct vgpu_step *step, const struct vgpu_frame *frame, uint32_t slot,
                        struct vgpu_step_register *out_register)
{
    const struct ptx_register *source = &frame->function->source->registers[slot];
    *out_register = (struct vgpu_step_register){
        .name = source->name,
        .type = source->type,
        .bits = source->type == PTX_TYPE_PRED ? 1 : ptx_type_bits(source->type),
        .defined = step_written_lanes(step, frame, slot),
    };
    read_lanes(frame->registers + frame->function->register_offsets[slot], out_register);
}

bool vgpu_step_register_at(struct vgpu_step *step, uint32_t index, struct vgpu_step_register *out_register,
                           struct error *error)
{
    if (index >= vgpu_step_register_count(step))
        return error_tell(error, ERROR_NOT_FOUND, "no register %u", index);
    step_read_register(step, current_frame(step), index, out_register);
    return true;
}

bool vgpu_step_register(struct vgpu_step *step, const char *name, struct vgpu_step_register *out_register,
                        struct error *error)
{
    const struct vgpu_frame *frame = current_frame(step);
    uint32_t count = vgpu_step_register_count(step);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(frame->function->source->registers[i].name, name) == 0)
            return vgpu_step_register_at(step, i, out_register, error);
    return error_tell(error, ERROR_NOT_FOUND, "no register %s here", name);
}

/* --- findings --------------------------------------------------------------------------------- */

const struct vgpu_report *vgpu_step_report(struct vgpu_step *step)
{
    if (step->report)
        return step->report;
    struct arena *arena = view_of(step);
    step->report = ARENA_NEW(arena, struct vgpu_report);
    step->report->arena = arena;
    if (step->worker)
        report_collect(step->report, step->launch, &step->worker, 1);
    return step->report;
}
