/* Stepping through a learner's kernel: the parent's end of the conversation with the worker. */
#include "grader/grader_stepping.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "grader/prepare/grading.h"
#include "grader/trial/one_case.h"
#include "grader/wire/step.h"

struct grader_stepping {
    struct grader *grader;
    struct arena *arena, *view_arena; /* of everything; of the last view */
    struct stepping_settings settings;
    struct grade_request request;
    struct grading grading;
    struct job job;
    struct stepping_view *view;
    struct stepping_lists lists;
    bool is_conversing;
};

static struct device_child_watch watch_of(const struct grader_stepping *stepping)
{
    return (struct device_child_watch){.deadline_ns = CLOCK_NO_DEADLINE,
                                       .cancelled = stepping->settings.cancelled,
                                       .context = stepping->settings.context};
}

/* --- the case --------------------------------------------------------------------------------- */

static bool prepare_job(struct grader_stepping *stepping, const struct source *source, struct error *error)
{
    struct grading *grading = &stepping->grading;
    if (stepping->settings.exercise->kind == EXERCISE_TESTS)
        return error_set(error, ERROR_UNSUPPORTED, "an exercise whose file holds tests has no kernel to step through");
    if (stepping->settings.exercise->kind == EXERCISE_PROGRAM)
        return error_set(error, ERROR_UNSUPPORTED, "the microscope steps through kernels, not through whole programs");
    if (!grading_choose_device(grading, error) ||
        !one_case_compile(grading, source, stepping->settings.shows_variables, error) ||
        !grading_prepare_job(grading, error))
        return false;
    const struct planned_case *chosen = one_case_find(&grading->cases, stepping->settings.case_name);
    if (!chosen)
        return error_set(error, ERROR_NOT_FOUND, "there is no case %s", stepping->settings.case_name);
    stepping->job = grading->job;
    stepping->job.programs[0] = build_program(JOB_LEARNER, source, grading->plan, grading->compiled, stepping->arena);
    stepping->job.cases = arena_memdup(stepping->arena, &chosen->job, sizeof chosen->job);
    stepping->job.cases[0].checks = DEVICE_CHECK_ALL | DEVICE_COUNT;
    stepping->job.case_count = 1;
    return true;
}

/* --- the conversation ------------------------------------------------------------------------- */

/* Kills a worker that breaks the protocol or is no longer awaited. */
static bool broken(struct grader_stepping *stepping)
{
    device_child_stop(stepping->grader->virtual_child);
    stepping->is_conversing = false;
    return false;
}

static bool take_view(struct grader_stepping *stepping, struct error *error)
{
    struct frame frame CLEANUP(frame_done) = FRAME_INIT;
    struct device_child_watch watch = watch_of(stepping);
    struct stepping_view view;
    struct stepping_lists lists;
    if (!device_child_next(stepping->grader->virtual_child, &watch, &frame, error))
        return broken(stepping);
    if (frame.type == MESSAGE_FAILED) {
        worker_failure_receive(&frame, error);
        return false;
    }
    struct arena *arena = arena_new();
    if (!step_view_receive(&frame, &view, arena, &lists, error)) {
        arena_free(arena);
        return broken(stepping);
    }
    arena_free(stepping->view_arena);
    stepping->view_arena = arena;
    stepping->lists = lists;
    stepping->view = arena_memdup(arena, &view, sizeof view);
    for (uint32_t i = 0; i < view.request_count; i++)
        stepping->view->requests[i].access.buffer = stepping->view->requests[i].buffer;
    return true;
}

static bool begin(struct grader_stepping *stepping, struct error *error)
{
    struct device_child *child = stepping->grader->virtual_child;
    const struct worker_opened *opened;
    if (!device_child_open(child, &opened, error))
        return false;
    if (!step_send(device_child_input(child), &stepping->settings.target, &stepping->job, error))
        return broken(stepping);
    stepping->is_conversing = take_view(stepping, error);
    return stepping->is_conversing;
}

/* Afterwards the worker can take other jobs. */
static void end(struct grader_stepping *stepping)
{
    struct frame frame CLEANUP(frame_done) = FRAME_INIT;
    struct device_child *child = stepping->grader->virtual_child;
    struct device_child_watch watch = watch_of(stepping);
    if (!stepping->is_conversing)
        return;
    stepping->is_conversing = false;
    json_t *header CLEANUP(json_decref) = json_object();
    if (!frame_write(device_child_input(child), MESSAGE_STEP_CLOSE, header, NULL, 0, CLOCK_NO_DEADLINE, NULL) ||
        !device_child_next(child, &watch, &frame, NULL) || frame.type != MESSAGE_DONE)
        device_child_stop(child);
}

/* --- the public functions --------------------------------------------------------------------- */

static void copy_settings(struct grader_stepping *stepping, const struct stepping_settings *settings)
{
    stepping->settings = *settings;
    stepping->settings.target.kernel =
        arena_strdup(stepping->arena, settings->target.kernel ? settings->target.kernel : "");
    if (settings->case_name)
        stepping->settings.case_name = arena_strdup(stepping->arena, settings->case_name);
    stepping->request = (struct grade_request){.curriculum = settings->curriculum,
                                               .exercise = settings->exercise,
                                               .device = "virtual",
                                               .seed = settings->seed ? settings->seed : 1,
                                               .cancelled = settings->cancelled,
                                               .context = settings->context};
}

struct grader_stepping *grader_stepping_open(struct grader *grader, const struct stepping_settings *settings,
                                             struct error *error)
{
    struct grader_stepping *stepping CLEANUP(grader_stepping_close) = calloc(1, sizeof *stepping);
    if (!stepping)
        abort();
    stepping->grader = grader;
    stepping->arena = arena_new();
    copy_settings(stepping, settings);
    struct source *source = ARENA_NEW(stepping->arena, struct source);
    *source = source_copy(stepping->arena, settings->source);
    stepping->request.source = source;
    struct verdict *verdict CLEANUP(verdict_free) = verdict_new();
    stepping->grading = (struct grading){.grader = grader,
                                         .request = &stepping->request,
                                         .arena = stepping->arena,
                                         .seed = stepping->request.seed,
                                         .verdict = verdict};
    bool done = prepare_job(stepping, source, error) && begin(stepping, error);
    stepping->grading.verdict = NULL;
    if (!done)
        return NULL;
    struct grader_stepping *opened = stepping;
    stepping = NULL;
    return opened;
}

void grader_stepping_close(struct grader_stepping *stepping)
{
    if (!stepping)
        return;
    end(stepping);
    arena_free(stepping->view_arena);
    arena_free(stepping->arena);
    free(stepping);
}

bool grader_stepping_reopen(struct grader_stepping *stepping, const struct stepping_target *target, struct error *error)
{
    end(stepping);
    stepping->settings.target = *target;
    stepping->settings.target.kernel = arena_strdup(stepping->arena, target->kernel);
    return begin(stepping, error);
}

bool grader_stepping_move(struct grader_stepping *stepping, const struct stepping_command *command, struct error *error)
{
    if (!stepping->is_conversing)
        return error_set(error, ERROR_CRASH, "the launch is no longer open");
    if (!step_move_send(device_child_input(stepping->grader->virtual_child), command, error))
        return broken(stepping);
    return take_view(stepping, error);
}

struct stepping_sight grader_stepping_look(const struct grader_stepping *stepping)
{
    return (struct stepping_sight){.view = stepping->view,
                                   .registers = stepping->lists.registers,
                                   .variables = stepping->lists.variables,
                                   .case_name = stepping->job.cases[0].name,
                                   .ptx = stepping->grading.compiled->ptx,
                                   .ptx_bytes = stepping->grading.compiled->ptx_bytes};
}
