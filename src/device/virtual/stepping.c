/* A stepping session as plain data, and the checks of such data. */
#include "device/stepping.h"

#include <stdio.h>
#include <string.h>

#include "device/virtual/virtual.h"

/* --- filling a view --------------------------------------------------------------------------- */

static uint32_t at_most(size_t count, uint32_t most)
{
    return count < most ? (uint32_t)count : most;
}

static void tell_place(const struct vgpu_step_state *state, struct stepping_view *view)
{
    view->block_index = state->block_index;
    view->position = state->position;
    view->executed = state->executed;
    memcpy(view->block, state->block, sizeof view->block);
    view->warp = state->warp;
    view->warp_count = state->warp_count;
    view->ended = state->ended;
    view->started = state->started;
    view->live = state->live;
    view->active = state->active;
    view->at_barrier = state->at_barrier;
    view->at_sync = state->at_sync;
    view->line = state->line;
    view->ptx_line = state->ptx_line;
    snprintf(view->function, sizeof view->function, "%s", state->function);
    snprintf(view->instruction, sizeof view->instruction, "%s", state->instruction);
    snprintf(view->previous, sizeof view->previous, "%s", state->previous);
    snprintf(view->fault, sizeof view->fault, "%s", state->fault);
}

static void tell_lists(const struct vgpu_step_state *state, struct stepping_view *view)
{
    view->split_count = at_most(state->split_count, VGPU_STEP_LANES);
    for (uint32_t i = 0; i < view->split_count; i++) {
        view->splits[i] = state->splits[i];
        view->splits[i].function = NULL;
    }
    view->call_count = at_most(state->call_count, STEPPING_CALLS_MAX);
    for (uint32_t i = 0; i < view->call_count; i++)
        snprintf(view->calls[i].function, STEPPING_NAME_BYTES, "%s", state->calls[i].function);
    view->barrier_count = at_most(state->barrier_count, STEPPING_BARRIERS_MAX);
    if (view->barrier_count)
        memcpy(view->barriers, state->barriers, view->barrier_count * sizeof view->barriers[0]);
    view->request_count = at_most(state->request_count, STEPPING_REQUESTS_MAX);
    for (uint32_t i = 0; i < view->request_count; i++) {
        struct stepping_request *request = &view->requests[i];
        request->access = state->requests[i];
        snprintf(request->buffer, sizeof request->buffer, "%s", state->requests[i].buffer);
        request->access.buffer = request->buffer;
    }
}

static void tell_findings(const struct vgpu_report *report, struct stepping_view *view)
{
    size_t first = report->finding_count > STEPPING_FINDINGS_MAX ? report->finding_count - STEPPING_FINDINGS_MAX : 0;
    for (size_t i = first; i < report->finding_count; i++) {
        const struct vgpu_finding *finding = &report->findings[i];
        struct stepping_finding *sent = &view->findings[view->finding_count++];
        *sent = (struct stepping_finding){.line = finding->line, .is_error = finding->severity == VGPU_SEVERITY_ERROR};
        memcpy(sent->block, finding->block, sizeof sent->block);
        memcpy(sent->thread, finding->thread, sizeof sent->thread);
        bool fits = finding->said && strlen(finding->said) < sizeof sent->message;
        snprintf(sent->message, sizeof sent->message, "%s", fits ? finding->said : finding->message);
    }
}

static struct stepping_register *tell_registers(struct vgpu_step *step, struct arena *arena, struct stepping_view *view)
{
    view->register_count = at_most(vgpu_step_register_count(step), STEPPING_REGISTERS_MAX);
    struct stepping_register *registers = ARENA_ARRAY(arena, view->register_count + 1U, struct stepping_register);
    for (uint32_t i = 0; i < view->register_count; i++) {
        struct vgpu_step_register found;
        if (!vgpu_step_register_at(step, i, &found, NULL))
            continue;
        struct stepping_register *sent = &registers[i];
        sent->type = found.type;
        sent->bits = found.bits;
        sent->defined = found.defined;
        snprintf(sent->name, sizeof sent->name, "%s", found.name);
        memcpy(sent->values, found.values, sizeof sent->values);
        memcpy(sent->high, found.high, sizeof sent->high);
    }
    return registers;
}

void stepping_look(struct stepping *stepping, struct stepping_view *out_view, struct arena *arena,
                   struct stepping_lists *out_lists)
{
    const struct vgpu_launch *launch = stepping->launch;
    memset(out_view, 0, sizeof *out_view);
    snprintf(out_view->kernel, sizeof out_view->kernel, "%s", launch->kernel);
    memcpy(out_view->grid, launch->grid, sizeof out_view->grid);
    memcpy(out_view->block_shape, launch->block, sizeof out_view->block_shape);
    out_view->stop = stepping->stop;
    out_view->launch = stepping->stepper->seen - 1;
    out_view->device = stepping->stepper->target.device;
    out_view->device_count = stepping->stepper->device_count;
    const struct vgpu_step_state *state = vgpu_step_state(stepping->step);
    tell_place(state, out_view);
    tell_lists(state, out_view);
    tell_findings(vgpu_step_report(stepping->step), out_view);
    out_view->is_unoptimised = stepping->is_unoptimised;
    snprintf(out_view->why, sizeof out_view->why, "%s", stepping->why);
    out_lists->registers = tell_registers(stepping->step, arena, out_view);
    out_lists->variables = stepping_variables(stepping, out_view, arena);
}

bool stepping_act(struct stepping *stepping, const struct stepping_command *command, struct stepping_view *out_view,
                  struct arena *arena, struct stepping_lists *out_lists, struct error *error)
{
    struct vgpu_step *step = stepping->step;
    bool done = true;
    stepping->stop = VGPU_STEP_REACHED;
    if (command->move == STEPPING_RUN)
        done = vgpu_step_run(step, command->goal, command->number, &stepping->stop, error);
    else if (command->move == STEPPING_BACK)
        done = vgpu_step_back(step, command->number, &stepping->stop, error);
    else if (command->move == STEPPING_BACK_LINE)
        done = vgpu_step_back_line(step, &stepping->stop, error);
    else
        done = vgpu_step_watch(step, command->number > UINT32_MAX ? UINT32_MAX : (uint32_t)command->number, error);
    if (done)
        stepping_look(stepping, out_view, arena, out_lists);
    return done;
}

/* --- checking a view -------------------------------------------------------------------------- */

static bool is_text(const char *text, size_t capacity)
{
    return memchr(text, '\0', capacity) != NULL;
}

static bool check_request(struct stepping_request *request)
{
    struct vgpu_step_request *access = &request->access;
    access->buffer = request->buffer;
    return is_text(request->buffer, sizeof request->buffer) && access->sector_count <= VGPU_STEP_SECTORS_MAX &&
           (unsigned)access->space <= VGPU_FINDING_SPACE_REGISTER && (unsigned)access->access <= VGPU_ACCESS_ATOMIC;
}

static bool check_counts(const struct stepping_view *view)
{
    return view->stop <= VGPU_STEP_AT_LIMIT && view->split_count <= VGPU_STEP_LANES &&
           view->call_count <= STEPPING_CALLS_MAX && view->barrier_count <= STEPPING_BARRIERS_MAX &&
           view->request_count <= STEPPING_REQUESTS_MAX && view->finding_count <= STEPPING_FINDINGS_MAX &&
           view->register_count <= STEPPING_REGISTERS_MAX && view->variable_count <= STEPPING_VARIABLES_MAX &&
           view->warp_count >= 1 && view->warp_count <= VGPU_STEP_WARPS_MAX && view->warp < view->warp_count &&
           view->grid[0] && view->grid[1] && view->grid[2] && view->device < view->device_count &&
           view->block_shape[0] && view->block_shape[1] && view->block_shape[2];
}

static bool check_texts(const struct stepping_view *view)
{
    bool good = is_text(view->kernel, sizeof view->kernel) && is_text(view->function, sizeof view->function) &&
                is_text(view->instruction, sizeof view->instruction) &&
                is_text(view->previous, sizeof view->previous) && is_text(view->fault, sizeof view->fault) &&
                is_text(view->why, sizeof view->why);
    for (uint32_t i = 0; i < view->call_count; i++)
        good &= is_text(view->calls[i].function, STEPPING_NAME_BYTES);
    for (uint32_t i = 0; i < view->finding_count; i++)
        good &= is_text(view->findings[i].message, STEPPING_TOLD_BYTES);
    return good;
}

static bool check_variable(const struct stepping_variable *variable)
{
    return is_text(variable->name, sizeof variable->name) && is_text(variable->type, sizeof variable->type) &&
           is_text(variable->elements, sizeof variable->elements) &&
           is_text(variable->held_in, sizeof variable->held_in) && is_text(variable->buffer, sizeof variable->buffer) &&
           variable->kind < STEPPING_KIND_COUNT && variable->place < STEPPING_PLACE_COUNT && variable->depth <= 1 &&
           variable->bits <= 64 && variable->element_count <= VGPU_STEP_LANES && variable->is_shared <= 1 &&
           variable->is_parameter <= 1;
}

bool stepping_check(struct stepping_view *view, const struct stepping_lists *lists, struct error *error)
{
    bool good = check_counts(view) && check_texts(view);
    for (uint32_t i = 0; good && i < view->request_count; i++)
        good = check_request(&view->requests[i]);
    for (uint32_t i = 0; good && i < view->split_count; i++) {
        view->splits[i].function = NULL;
        good = (unsigned)view->splits[i].state <= VGPU_STEP_AT_SYNC;
    }
    for (uint32_t i = 0; good && i < view->register_count; i++)
        good = is_text(lists->registers[i].name, STEPPING_NAME_BYTES) && lists->registers[i].type < PTX_TYPE_COUNT &&
               lists->registers[i].bits <= 128;
    for (uint32_t i = 0; good && i < view->variable_count; i++)
        good = check_variable(&lists->variables[i]) && (i > 0 || lists->variables[i].depth == 0);
    return good || error_set(error, ERROR_SYNTAX, "the view of a warp is not in order");
}
