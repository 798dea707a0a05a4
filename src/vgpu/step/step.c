/*
 * Stepping sessions: the driver's side.
 */
#include "vgpu/step/step.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/execution/device.h"
#include "vgpu/launch/launch.h"
#include "vgpu/observers/observers.h"
#include "vgpu/report/report.h"
#include "vgpu/step.h"
#include "vgpu/warp/block.h"

/* --- the runner ------------------------------------------------------------------------------- */

static void wait_for_turn(struct vgpu_step *step)
{
    pthread_mutex_lock(&step->lock);
    while (step->is_runners_turn)
        pthread_cond_wait(&step->turned, &step->lock);
    pthread_mutex_unlock(&step->lock);
}

/* Lets the runner continue until it rests again or returns. */
static void give_turn(struct vgpu_step *step)
{
    pthread_mutex_lock(&step->lock);
    step->is_runners_turn = true;
    pthread_cond_broadcast(&step->turned);
    pthread_mutex_unlock(&step->lock);
    wait_for_turn(step);
}

static void *runner_main(void *argument)
{
    struct vgpu_step *step = argument;
    launch_run_worker(step->worker);
    pthread_mutex_lock(&step->lock);
    if (!step->ended)
        step->stop = VGPU_STEP_ENDED;
    step->warp = NULL;
    step->ended = step->is_over = true;
    step->is_runners_turn = false;
    pthread_cond_broadcast(&step->turned);
    pthread_mutex_unlock(&step->lock);
    return NULL;
}

/* Ends the runner at any position. */
static void stop_runner(struct vgpu_step *step)
{
    if (!step->has_thread)
        return;
    if (!step->is_over) {
        step->aborted = true;
        atomic_store(&step->launch->stop, true);
        give_turn(step);
    }
    pthread_join(step->thread, NULL);
    step->has_thread = false;
}

static void forget_progress(struct vgpu_step *step)
{
    step->aborted = step->is_over = step->ended = false;
    step->block = NULL;
    step->warp = NULL;
    step->op = NULL;
    step->position = step->stop_count = 0;
    step->stops_are_known = true;
    memset(step->executed, 0, sizeof(step->executed));
    memset(step->previous, 0, sizeof(step->previous));
    memset(step->accesses, 0, sizeof(step->accesses));
    memset(step->written, 0, sizeof(uint32_t) * (step->launch->entry->register_count + 1U) * step->launch->block_warps);
}

static uint64_t total_blocks(const struct vgpu_launch_state *launch)
{
    const uint32_t *grid = launch->request->grid;
    return (uint64_t)grid[0] * grid[1] * grid[2];
}

static bool make_worker(struct vgpu_step *step)
{
    step->worker = worker_new(step->launch, 0);
    if (step->worker && (step->worker->resident[0] = block_new(step->worker)))
        step->worker->resident_count = 1;
    return step->worker && step->worker->resident_count;
}

/* Prepares everything that a launch needs from its first block on. */
static bool prepare_run(struct vgpu_step *step, struct error *error)
{
    struct vgpu_launch_state *launch = step->launch;
    bool is_observed = OBSERVE_ALL(attempt_begin, launch);
    return (is_observed && make_worker(step)) || error_tell(error, ERROR_MEMORY, "out of memory for stepping");
}

/* Runs up to the beginning of the chosen block. */
static bool start_runner(struct vgpu_step *step, struct error *error)
{
    forget_progress(step);
    step->goal = (struct step_goal){.kind = VGPU_STEP_POSITION};
    step->is_runners_turn = true;
    if (pthread_create(&step->thread, NULL, runner_main, step) != 0) {
        step->is_runners_turn = false;
        return error_tell(error, ERROR_UNSUPPORTED, "the thread for stepping could not be started");
    }
    step->has_thread = true;
    wait_for_turn(step);
    return true;
}

static void drop_worker(struct vgpu_step *step)
{
    stop_runner(step);
    worker_free(step->worker);
    step->worker = NULL;
}

static void end_run(struct vgpu_step *step)
{
    drop_worker(step);
    OBSERVE(attempt_end, step->launch);
}

/* Back to position 0. Earlier blocks run again unless a snapshot keeps the state that they left. */
static bool restart(struct vgpu_step *step, struct error *error)
{
    if (step->snapshot) {
        drop_worker(step);
        if (make_worker(step) && step_snapshot_restore(step->snapshot, step->worker))
            return start_runner(step, error);
    }
    end_run(step);
    parallel_undo(step->launch);
    bool restored = step_memory_restore(step, error);
    launch_reset(step->launch);
    parallel_begin(step->launch);
    return restored && prepare_run(step, error) && start_runner(step, error);
}

/* --- opening and closing ---------------------------------------------------------------------- */

static bool prepare(struct vgpu_step *step, struct error *error)
{
    struct vgpu_launch_state *launch = step->launch;
    if (step->options.block >= total_blocks(launch))
        return error_tell(error, ERROR_RANGE, "block %llu of a grid of %llu", (unsigned long long)step->options.block,
                          (unsigned long long)total_blocks(launch));
    if (step->options.warp >= launch->block_warps)
        return error_tell(error, ERROR_RANGE, "warp %u of a block of %u", step->options.warp, launch->block_warps);
    launch->converged = NULL; /* registers must be visible lane by lane */
    step_watch(step);
    launch->in_order = launch->keeps_undo = true;
    step->written = calloc((launch->entry->register_count + 1U) * (size_t)launch->block_warps, sizeof(uint32_t));
    step->stops = calloc(STEP_STOPS_MAX, sizeof(*step->stops));
    if (!step->written || !step->stops)
        return error_tell(error, ERROR_MEMORY, "out of memory for stepping");
    return step_memory_begin(step, error);
}

struct vgpu_step *vgpu_step_open(struct vgpu_module *module, const struct vgpu_launch *request,
                                 const struct vgpu_step_options *options, struct error *error)
{
    CLEANUP(vgpu_step_close) struct vgpu_step *step = calloc(1, sizeof(*step));
    if (!step) {
        error_tell(error, ERROR_MEMORY, "out of memory for stepping");
        return NULL;
    }
    pthread_mutex_init(&step->lock, NULL);
    pthread_cond_init(&step->turned, NULL);
    step->request = *request;
    step->options = *options;
    step->sample = options->block;
    step->watched = options->warp;
    if (!step->options.limit)
        step->options.limit = VGPU_STEP_LIMIT;
    step->request.deadline_ns = 0;
    step->request.profile = false;
    if (!request->instruction_limit)
        step->request.instruction_limit = 4 * VGPU_STEP_LIMIT;
    step->request.sample = options->alone ? &step->sample : NULL;
    step->request.sample_count = options->alone;
    step->launch = launch_new(module, &step->request, error);
    if (!step->launch)
        return NULL;
    parallel_begin(step->launch);
    step->has_order = true;
    if (!prepare(step, error) || !prepare_run(step, error) || !start_runner(step, error))
        return NULL;
    struct vgpu_step *opened = step;
    step = NULL;
    return opened;
}

void vgpu_step_close(struct vgpu_step *step)
{
    if (!step)
        return;
    if (step->launch)
        end_run(step);
    if (step->has_order && step->is_finished)
        parallel_end(step->launch);
    else if (step->has_order) {
        parallel_undo(step->launch);
        step_memory_restore(step, NULL);
    }
    step_memory_end(step);
    step_snapshot_free(step->snapshot);
    launch_free(step->launch);
    arena_free(step->view);
    free(step->written);
    free(step->stops);
    pthread_cond_destroy(&step->turned);
    pthread_mutex_destroy(&step->lock);
    free(step);
}

/* --- moving ----------------------------------------------------------------------------------- */

static int line_of_watched(struct vgpu_step *step)
{
    const struct vgpu_step_state *state = vgpu_step_state(step);
    return state->line;
}

static bool is_behind(const struct vgpu_step *step, enum vgpu_step_goal goal, uint64_t number)
{
    return goal == VGPU_STEP_POSITION && number < step->position;
}

/* Watches the warp of the finding, so that its state is shown. */
static void watch_finder(struct vgpu_step *step)
{
    if (step->last == step->watched)
        return;
    step->watched = step->last;
    step->stops_are_known = false;
}

bool vgpu_step_run(struct vgpu_step *step, enum vgpu_step_goal goal, uint64_t number, enum vgpu_step_stop *out_stop,
                   struct error *error)
{
    *out_stop = VGPU_STEP_ENDED;
    if (step->is_finished)
        return true;
    struct step_goal wanted = {.kind = goal, .number = number, .from = step->position};
    if (goal == VGPU_STEP_INSTRUCTION && number == 0)
        wanted.number = 1;
    if (goal == VGPU_STEP_NEXT_LINE)
        wanted.from_line = line_of_watched(step);
    step_forget_view(step);
    if (is_behind(step, goal, number)) {
        if (!restart(step, error))
            return false;
        wanted.from = 0;
    }
    wanted.findings = report_builder_count(step->worker->builder);
    bool is_there = goal == VGPU_STEP_POSITION && number == step->position;
    step->goal = wanted;
    if (is_there)
        step->stop = VGPU_STEP_REACHED;
    else if (step->ended)
        step->stop = goal == VGPU_STEP_END ? VGPU_STEP_REACHED : VGPU_STEP_ENDED;
    else
        give_turn(step);
    if (goal == VGPU_STEP_FINDING && report_builder_count(step->worker->builder) > wanted.findings)
        watch_finder(step);
    *out_stop = step->stop;
    return true;
}

/*
 * The stop that is `count` stops before the position, as far as stops are remembered. Returns how
 * many are missing.
 */
static uint64_t stop_before(const struct vgpu_step *step, uint64_t *count)
{
    uint64_t oldest = step->stop_count > STEP_STOPS_MAX ? step->stop_count - STEP_STOPS_MAX : 0;
    uint64_t found = 0;
    for (uint64_t i = step->stop_count; i > oldest && *count > 0; i--) {
        uint64_t position = step->stops[(i - 1) % STEP_STOPS_MAX].position;
        if (position >= step->position)
            continue;
        found = position;
        --*count;
    }
    if (oldest == 0)
        *count = 0;
    return found;
}

bool vgpu_step_back(struct vgpu_step *step, uint64_t count, enum vgpu_step_stop *out_stop, struct error *error)
{
    uint64_t here = step->position;
    *out_stop = VGPU_STEP_REACHED;
    if (!step->stops_are_known && !(vgpu_step_run(step, VGPU_STEP_POSITION, 0, out_stop, error) &&
                                    vgpu_step_run(step, VGPU_STEP_POSITION, here, out_stop, error)))
        return false;
    while (count > 0 && step->position > 0) {
        uint64_t to = stop_before(step, &count);
        if (!vgpu_step_run(step, VGPU_STEP_POSITION, to, out_stop, error))
            return false;
    }
    return true;
}

/*
 * The last stop before the position at which a line began. False: the line began before the oldest
 * stop that is remembered, which `*out_to` then is.
 */
static bool find_line_before(const struct vgpu_step *step, uint64_t *out_to)
{
    uint64_t oldest = step->stop_count > STEP_STOPS_MAX ? step->stop_count - STEP_STOPS_MAX : 0;
    const struct step_stop *after = NULL;
    *out_to = 0;
    for (uint64_t i = step->stop_count; i > oldest; i--) {
        const struct step_stop *stop = &step->stops[(i - 1) % STEP_STOPS_MAX];
        if (stop->position >= step->position)
            continue;
        if (after && stop->line && stop->line != after->line) {
            *out_to = after->position;
            return true;
        }
        if (stop->line)
            after = stop;
        *out_to = stop->position;
    }
    return oldest == 0;
}

bool vgpu_step_back_line(struct vgpu_step *step, enum vgpu_step_stop *out_stop, struct error *error)
{
    uint64_t here = step->position, to;
    bool is_found = false;
    *out_stop = VGPU_STEP_REACHED;
    if (!step->stops_are_known && !(vgpu_step_run(step, VGPU_STEP_POSITION, 0, out_stop, error) &&
                                    vgpu_step_run(step, VGPU_STEP_POSITION, here, out_stop, error)))
        return false;
    while (!is_found && step->position > 0) {
        is_found = find_line_before(step, &to);
        if (!vgpu_step_run(step, VGPU_STEP_POSITION, to, out_stop, error))
            return false;
    }
    return true;
}

bool vgpu_step_watch(struct vgpu_step *step, uint32_t warp, struct error *error)
{
    if (warp >= step->launch->block_warps)
        return error_tell(error, ERROR_RANGE, "warp %u of a block of %u", warp, step->launch->block_warps);
    step->stops_are_known &= warp == step->watched;
    step->watched = warp;
    step_forget_view(step);
    return true;
}

struct vgpu_report *vgpu_step_finish(struct vgpu_step *step, struct error *error)
{
    (void)error;
    step_forget_view(step);
    step->finishing = true;
    if (step->has_thread && !step->is_over)
        give_turn(step);
    stop_runner(step);
    struct vgpu_report *report = launch_report_new(step->launch);
    launch_collect(step->launch, &step->worker, 1, report);
    step->is_finished = true;
    return report;
}
