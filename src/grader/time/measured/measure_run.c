/* Times the learner's plan next to the baseline on a GPU. */
#include "grader/time/measured/measure_run.h"

#include <stdio.h>

#include "base/clock.h"
#include "device/printed.h"
#include "grader/time/measured/measuring.h"
#include "grader/value/observation_merge.h"
#include "grader/value/sentence.h"

enum { REFERENCE_RUNS = 15, RELAUNCH_RUN = 1 << 20 };
#define MEASURE_BUDGET_NS INT64_C(4000000000)
#define ALONE_BUDGET_NS INT64_C(300000000)
#define REFERENCE_BUDGET_NS INT64_C(1500000000)

/* A kernel of a lesson's step has nothing to be compared with. */
static bool is_alone(const struct measuring *measuring)
{
    return !measuring->buffers->given->compare;
}

static int sides_of(const struct measuring *measuring)
{
    return is_alone(measuring) ? 1 : TIMING_SIDES;
}

/* --- callbacks of timing_measure() ------------------------------------------------------------ */

/* While the learner's kernel runs, the baseline's outputs must not be in memory. */
static bool refresh(void *context, enum timing_side side, uint32_t run, struct error *error)
{
    struct measuring *measuring = context;
    measuring->side = side;
    bool wipes = side == TIMING_LEARNER && !is_alone(measuring);
    return (!wipes || measure_refresh(measuring, TIMING_REFERENCE, run, true, error)) &&
           measure_refresh(measuring, side, run, false, error) &&
           program_session_reload(&measuring->sides[side].session, error);
}

static bool has_stopped(const struct measuring *measuring)
{
    for (int rank = 0; rank < measuring->buffers->device_count; rank++) {
        const struct observation *observation = measuring->buffers->devices[rank]->observation;
        if (observation->faulted || observation->timed_out)
            return true;
    }
    return false;
}

static void set_deadlines(struct measuring *measuring, uint64_t deadline_ns)
{
    for (int rank = 0; rank < measuring->buffers->device_count; rank++)
        measuring->buffers->devices[rank]->deadline_ns = deadline_ns;
}

/* A learner's kernel has a deadline of its own. The course's kernels have all the time. */
static bool run(void *context, enum timing_side side, struct error *error)
{
    struct measuring *measuring = context;
    struct plan_outcome outcome = {0};
    uint64_t own_ns = (uint64_t)clock_deadline_ns(JOB_GPU_RUN_NS);
    if (side == TIMING_LEARNER && (!measuring->deadline_ns || own_ns < measuring->deadline_ns))
        set_deadlines(measuring, own_ns);
    bool done = program_session_run(&measuring->sides[side].session, &outcome, error) || has_stopped(measuring);
    set_deadlines(measuring, measuring->deadline_ns);
    printed_collect(measuring->buffers->devices[0]->observation);
    return done;
}

static bool check(void *context, enum timing_side side, uint32_t run, bool *out_right, struct error *error)
{
    *out_right = true;
    return side != TIMING_LEARNER || is_alone(context) || measure_check(context, run, out_right, error);
}

/* --- a whole measurement ---------------------------------------------------------------------- */

static struct case_buffers copy_of(struct case_buffers *buffers)
{
    struct case_buffers copy = *buffers;
    copy.parameters =
        arena_memdup(buffers->arena, buffers->parameters, buffers->parameter_count * sizeof *copy.parameters);
    return copy;
}

static bool open_side(struct measure_side *side, const struct job_program *program, struct error *error)
{
    return program &&
           program_session_open(&side->session, &side->buffers, program, case_buffers_arguments(&side->buffers),
                                side->buffers.parameter_count, error);
}

static bool open_all(struct measuring *measuring, struct error *error)
{
    struct case_buffers *buffers = measuring->buffers;
    const struct job_program *learner = job_find_program(buffers->job, JOB_LEARNER, "");
    if (!measure_inputs_open(&measuring->inputs, buffers, error))
        return false;
    for (int side = 0; side < sides_of(measuring); side++) {
        measuring->sides[side].buffers = copy_of(buffers);
        if (!case_buffers_upload(&measuring->sides[side].buffers, SIDE_BARE, error) ||
            !measure_refresh(measuring, (enum timing_side)side, 0, false, error))
            return false;
    }
    if (!open_side(&measuring->sides[TIMING_LEARNER], learner, error))
        return false;
    return is_alone(measuring) || (open_side(&measuring->sides[TIMING_REFERENCE], measuring->baseline, error) &&
                                   measure_judge_open(measuring, error));
}

static void close_all(struct measuring *measuring)
{
    for (int side = 0; side < TIMING_SIDES; side++) {
        program_session_close(&measuring->sides[side].session);
        if (measuring->sides[side].buffers.parameters)
            case_buffers_release(&measuring->sides[side].buffers);
    }
    measure_judge_close(measuring);
    measure_inputs_close(&measuring->inputs);
}

static struct timing_request request_of(struct measuring *measuring)
{
    return (struct timing_request){.devices = measuring->buffers->devices,
                                   .device_count = measuring->buffers->device_count,
                                   .callbacks = {.context = measuring, .refresh = refresh, .run = run, .check = check},
                                   .has_reference = !is_alone(measuring),
                                   .budget_ns = is_alone(measuring) ? ALONE_BUDGET_NS : MEASURE_BUDGET_NS};
}

static void take_device(const struct device *device, struct time_result *time)
{
    time->dram_bytes_per_second = device->properties.dram_bytes_per_second;
    time->fp32_flops = device->properties.fp32_flops;
    time->fp16_flops = device->properties.fp16_flops;
    time->l2_bytes = device->properties.l2_bytes;
}

static void take_times(const struct timing_result *timing, struct time_result *time)
{
    time->status = timing->status;
    time->runs = timing->runs;
    time->learner_ns = timing->times_ns[TIMING_LEARNER];
    time->baseline_ns = timing->times_ns[TIMING_REFERENCE];
    time->ratio = timing->ratio;
    time->sm_clock_mhz = timing->health.sm_clock_mhz;
    time->temperature_c = timing->health.temperature_c;
    snprintf(time->note, sizeof time->note, "%s", timing->note);
}

/*
 * A stopped or wrong run of the learner is the case's outcome. A stopped run of the baseline is the
 * course's error.
 */
static bool judge_timing(struct measuring *measuring, const struct timing_result *timing, struct error *error)
{
    struct case_result *result = measuring->result;
    bool is_learner = timing->side == TIMING_LEARNER;
    if (timing->status == TIMING_STOPPED && !is_learner)
        return error_set(error, ERROR_INTERNAL, "%s did not run to its end on case %s",
                         measuring->baseline->source.name, measuring->buffers->given->name);
    result->outcome = timing->status == TIMING_STOPPED ? CASE_STOPPED : CASE_RAN;
    if (timing->status == TIMING_STOPPED)
        observation_merge(result->observation, measuring->buffers->devices[0]->observation, MERGE_ALL);
    if (timing->status != TIMING_WRONG)
        result->buffer_count = 0;
    return true;
}

/* Times the reference in a short series, if the solution was the baseline. */
static void compare_with_reference(struct measuring *measuring)
{
    struct measure_side *side = &measuring->sides[TIMING_REFERENCE];
    const struct job_program *reference = job_find_program(measuring->buffers->job, JOB_REFERENCE, "");
    struct timing_result timing = {0};
    if (!reference || measuring->baseline == reference)
        return;
    program_session_close(&side->session);
    struct timing_request request = request_of(measuring);
    request.runs_max = REFERENCE_RUNS;
    request.budget_ns = REFERENCE_BUDGET_NS;
    if (open_side(side, reference, NULL) && timing_measure(&request, &timing, NULL) && timing.status == TIMING_RECORDED)
        measuring->result->time->reference_ratio = timing.ratio.median;
}

static void measure_roofline(struct measuring *measuring)
{
    const struct job_program *program = job_find_program(measuring->buffers->job, JOB_ROOFLINE, "");
    if (!program)
        return;
    struct device_image image = {.ptx = program->ptx,
                                 .ptx_bytes = program->ptx_bytes,
                                 .cubin = program->cubin_bytes ? program->cubin : NULL,
                                 .cubin_bytes = program->cubin_bytes,
                                 .source_name = program->source.name};
    roofline_measure(measuring->buffers->devices[0], &image, &measuring->result->time->roofline, NULL);
}

/*
 * Runs once more without reloading the module. A kernel must also be right if its variables hold
 * values of an earlier launch, as in any program that launches it twice.
 */
static bool launch_again(struct measuring *measuring, struct timing_result *timing, struct error *error)
{
    bool is_right = true;
    if (!measure_refresh(measuring, TIMING_LEARNER, RELAUNCH_RUN, false, error) ||
        !run(measuring, TIMING_LEARNER, error))
        return false;
    if (has_stopped(measuring)) {
        *error = (struct error){0};
        timing->status = TIMING_STOPPED;
        timing->side = TIMING_LEARNER;
        return true;
    }
    if (!check(measuring, TIMING_LEARNER, RELAUNCH_RUN, &is_right, error))
        return false;
    timing->note[0] = 0;
    if (!is_right) {
        timing->status = TIMING_WRONG;
        snprintf(timing->note, sizeof timing->note, "%s", sentence_row(SENTENCE_TIMED_KEEPS_VALUES).text);
    }
    return true;
}

static bool has_failed(const struct timing_result *timing)
{
    return timing->status == TIMING_WRONG || timing->status == TIMING_STOPPED;
}

/* Only the judge may write to the pristine inputs. */
static bool look_at_inputs(struct measuring *measuring, struct timing_result *timing, struct error *error)
{
    const struct parameter *changed = NULL;
    if (!measure_inputs_intact(&measuring->inputs, &changed, error))
        return false;
    if (!changed)
        return true;
    timing->status = TIMING_WRONG;
    measuring->result->changed_input = changed;
    snprintf(timing->note, sizeof timing->note, "%s", sentence_row(SENTENCE_TIMED_WRITES_ELSEWHERE).text);
    return true;
}

/*
 * Starts with a short series. It shows wrong results and stops early, and it absorbs the start-up
 * costs.
 */
static bool time_both(struct measuring *measuring, struct timing_result *out_timing, struct error *error)
{
    struct timing_request request = request_of(measuring), rehearsal = request;
    if (is_alone(measuring))
        return timing_measure(&request, out_timing, error);
    rehearsal.runs_max = 1;
    if (!timing_measure(&rehearsal, out_timing, error))
        return false;
    if (out_timing->status == TIMING_WRONG)
        out_timing->note[0] = 0; /* the elements say more */
    if (!has_failed(out_timing) && !launch_again(measuring, out_timing, error))
        return false;
    if (has_failed(out_timing))
        return true;
    if (!timing_measure(&request, out_timing, error))
        return false;
    if (out_timing->status == TIMING_WRONG)
        out_timing->note[0] = 0;
    return has_failed(out_timing) || look_at_inputs(measuring, out_timing, error);
}

static bool measure(struct measuring *measuring, struct error *error)
{
    struct timing_result timing = {0};
    struct error failure = {0};
    struct time_result *time = measuring->result->time;
    if (!time_both(measuring, &timing, &failure)) {
        if (measuring->side == TIMING_LEARNER && failure.code != ERROR_INTERNAL) {
            measuring->result->outcome = CASE_REFUSED;
            measuring->result->refusal = failure;
            return true;
        }
        *error = failure;
        return false;
    }
    take_times(&timing, time);
    if (!judge_timing(measuring, &timing, error))
        return false;
    if (time->status == TIMING_RECORDED)
        compare_with_reference(measuring);
    return true;
}

bool measure_run(struct case_buffers *buffers, struct case_result *result, struct error *error)
{
    const struct job_program *solution = job_find_program(buffers->job, JOB_SOLUTION, "");
    struct measuring measuring = {.buffers = buffers,
                                  .result = result,
                                  .deadline_ns = buffers->devices[0]->deadline_ns,
                                  .tolerances = ARENA_ARRAY(buffers->arena, buffers->parameter_count, struct tolerance),
                                  .baseline = solution ? solution : job_find_program(buffers->job, JOB_REFERENCE, "")};
    result->time = ARENA_NEW(buffers->arena, struct time_result);
    result->time->baseline_is_solution = solution != NULL;
    take_device(buffers->devices[0], result->time);
    program_say_launching(buffers->job);
    bool done = open_all(&measuring, error) && measure(&measuring, error);
    close_all(&measuring);
    if (done && !buffers->devices[0]->lost)
        measure_roofline(&measuring);
    return done;
}
