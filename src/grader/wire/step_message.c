/* The messages of stepping: the launch and its job, moves, views. */
#include "grader/wire/step.h"

#include <string.h>

#include "base/clock.h"
#include "base/json.h"

enum { SEND_DEADLINE_MS = 30000, COUNT_MAX = 1 << 24 };

static int64_t send_deadline(void)
{
    return clock_deadline_ns(SEND_DEADLINE_MS * INT64_C(1000000));
}

/* --- the launch and its job ------------------------------------------------------------------- */

static json_t *triple(const uint32_t values[3])
{
    return json_pack("[I,I,I]", (json_int_t)values[0], (json_int_t)values[1], (json_int_t)values[2]);
}

static bool read_triple(const json_t *json, const char *key, uint32_t out_values[3], struct error *error)
{
    json_t *list;
    if (!json_get_array(json, key, &list, error))
        return false;
    if (json_array_size(list) != 3)
        return error_set(error, ERROR_SYNTAX, "%s: not three numbers", key);
    for (size_t i = 0; i < 3; i++) {
        json_int_t value = json_integer_value(json_array_get(list, i));
        if (value < 0 || value > UINT32_MAX)
            return error_set(error, ERROR_RANGE, "%s: out of range", key);
        out_values[i] = (uint32_t)value;
    }
    return true;
}

bool step_send(int fd, const struct stepping_target *target, const struct job *job, struct error *error)
{
    json_t *header CLEANUP(json_decref) = json_pack(
        "{s:o, s:I, s:I, s:o, s:o}", "kernel", json_from_text(target->kernel), "launch", (json_int_t)target->launch,
        "device", (json_int_t)target->device, "block", triple(target->block), "thread", triple(target->thread));
    return frame_write(fd, MESSAGE_STEP, header, NULL, 0, send_deadline(), error) &&
           job_send(fd, job, send_deadline(), error);
}

bool step_receive(const struct frame *frame, int in, struct arena *arena, struct stepping_target *out_target,
                  struct frame *out_job_frame, struct job **out_job, struct error *error)
{
    const char *kernel;
    int64_t launch, device;
    if (!json_get_text(frame->header, "kernel", &kernel, error) ||
        !json_get_integer_in(frame->header, "launch", 0, UINT32_MAX, &launch, error) ||
        !json_get_integer_in(frame->header, "device", 0, JOB_DEVICES_MAX - 1, &device, error) ||
        !read_triple(frame->header, "block", out_target->block, error) ||
        !read_triple(frame->header, "thread", out_target->thread, error) ||
        !frame_read(in, &job_frame_limits, CLOCK_NO_DEADLINE, out_job_frame, error) ||
        !job_receive(out_job_frame, arena, out_job, error))
        return false;
    out_target->kernel = arena_strdup(arena, kernel);
    out_target->launch = (uint32_t)launch;
    out_target->device = (uint32_t)device;
    return (*out_job)->case_count > 0 || error_set(error, ERROR_SYNTAX, "a job without a case");
}

/* --- moves ------------------------------------------------------------------------------------ */

bool step_move_send(int fd, const struct stepping_command *command, struct error *error)
{
    json_t *header CLEANUP(json_decref) = json_pack("{s:i, s:i, s:I}", "move", command->move, "goal", command->goal,
                                                    "number", (json_int_t)command->number);
    return frame_write(fd, MESSAGE_STEP_MOVE, header, NULL, 0, send_deadline(), error);
}

bool step_move_receive(const struct frame *frame, struct stepping_command *out_command, struct error *error)
{
    int64_t move, goal, number;
    if (frame->type != MESSAGE_STEP_MOVE)
        return error_set(error, ERROR_SYNTAX, "not a move");
    if (!json_get_integer_in(frame->header, "move", 0, STEPPING_MOVE_COUNT - 1, &move, error) ||
        !json_get_integer_in(frame->header, "goal", 0, VGPU_STEP_END, &goal, error) ||
        !json_get_integer_in(frame->header, "number", 0, INT64_MAX, &number, error))
        return error_add_context(error, "move");
    *out_command = (struct stepping_command){
        .move = (enum stepping_move)move, .goal = (enum vgpu_step_goal)goal, .number = (uint64_t)number};
    return true;
}

/* --- views ------------------------------------------------------------------------------------ */

bool step_view_send(int fd, const struct stepping_view *view, const struct stepping_lists *lists, struct error *error)
{
    struct stepping_view sent = *view;
    for (uint32_t i = 0; i < sent.request_count; i++)
        sent.requests[i].access.buffer = NULL; /* an address must not leave the worker */
    struct frame_blob blobs[] = {{&sent, sizeof sent},
                                 {lists->registers, view->register_count * sizeof *lists->registers},
                                 {lists->variables, view->variable_count * sizeof *lists->variables}};
    json_t *header CLEANUP(json_decref) = json_object();
    return frame_write(fd, MESSAGE_STEP_VIEW, header, blobs, 3, CLOCK_NO_DEADLINE, error);
}

static void *copy_blob(const struct frame *frame, size_t index, size_t element_bytes, struct arena *arena)
{
    size_t size_bytes = frame->blobs[index].size_bytes;
    void *copy = arena_alloc(arena, size_bytes + element_bytes);
    if (size_bytes)
        memcpy(copy, frame->blobs[index].data, size_bytes);
    return copy;
}

bool step_view_receive(const struct frame *frame, struct stepping_view *out_view, struct arena *arena,
                       struct stepping_lists *out_lists, struct error *error)
{
    if (frame->type != MESSAGE_STEP_VIEW || frame->blob_count != 3 || frame->blobs[0].size_bytes != sizeof *out_view)
        return error_set(error, ERROR_SYNTAX, "not a view");
    struct stepping_view view;
    memcpy(&view, frame->blobs[0].data, sizeof view);
    if (view.register_count > STEPPING_REGISTERS_MAX || view.variable_count > STEPPING_VARIABLES_MAX ||
        frame->blobs[1].size_bytes != view.register_count * sizeof(struct stepping_register) ||
        frame->blobs[2].size_bytes != view.variable_count * sizeof(struct stepping_variable))
        return error_set(error, ERROR_SYNTAX, "a view with other lists than it says");
    *out_view = view;
    out_lists->registers = copy_blob(frame, 1, sizeof(struct stepping_register), arena);
    out_lists->variables = copy_blob(frame, 2, sizeof(struct stepping_variable), arena);
    return stepping_check(out_view, out_lists, error);
}
