#include "grader/measure_run_internal.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "device/printed.h"
#include "grader/case_run_internal.h"
#include "grader/measure_compare_internal.h"
#include "grader/measure_inputs_internal.h"
#include "grader/merge_internal.h"
#include "grader/number_internal.h"
#include "grader/program_run_internal.h"
#include "grader/tolerance_internal.h"

enum { REFERENCE_RUNS = 15, RELAUNCH_RUN = 1 << 20, SCALE_ELEMENTS = 1 << 20 };
#define MEASURE_BUDGET_NS INT64_C(4000000000)
#define REFERENCE_BUDGET_NS INT64_C(1500000000)

/* One side's buffers with the program that runs on them. */
struct measure_side {
    struct case_buffers buffers;
    struct program_session session;
};

struct measuring {
    struct case_buffers *buffers; /* the host's copies; on the device the pristine ones */
    struct measure_inputs inputs;
    struct case_result *result;
    struct measure_side sides[TIMING_SIDES];
    struct program_session judge; /* the reference, on the rival's buffers; or the checker, on the learner's */
    struct measure_comparer comparer;
    struct tolerance *tolerances; /* by parameter; known after the first run */
    bool has_tolerances, has_checker;
    device_address failures; /* the checker's */
    struct plan_argument *checker_arguments;
    const struct job_program *rival;
    enum timing_side side; /* that runs now */
    uint64_t deadline_ns;  /* of the whole case */
};

static bool is_buffer(const struct case_parameter *parameter)
{
    return parameter->parameter->role != PARAMETER_SCALAR && parameter->size_bytes > 0;
}

static bool is_output(const struct case_parameter *parameter)
{
    return parameter->parameter->role == PARAMETER_OUT || parameter->parameter->role == PARAMETER_INOUT;
}

static bool refresh_buffers(struct measuring *measuring, enum timing_side side, uint32_t run, bool outputs_only,
                            struct error *error)
{
    return measure_inputs_put(&measuring->inputs, &measuring->sides[side].buffers, run, outputs_only, error);
}

/* --- checking a run ----------------------------------------------------------------------------------------------- */

static bool run_judge(struct measuring *measuring, struct error *error)
{
    struct plan_outcome outcome = {0};
    if (!program_session_reload(&measuring->judge, error) || !program_session_run(&measuring->judge, &outcome, error))
        return false;
    return !outcome.stopped || error_set(error, ERROR_INTERNAL, "%s did not run to its end on case %s",
                                         measuring->judge.program->source.name, measuring->buffers->given->name);
}

static bool download_side(struct measuring *measuring, enum timing_side side, struct error *error)
{
    struct case_buffers *buffers = measuring->buffers;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; is_output(&buffers->parameters[i]) && rank < buffers->device_count; rank++) {
            const struct held_buffer *on = &measuring->sides[side].buffers.parameters[i].held[rank];
            struct held_buffer *held = &buffers->parameters[i].held[rank];
            struct device *device = buffers->devices[rank];
            if (buffers->parameters[i].size_bytes &&
                !device->vtable->read(device, side == TIMING_LEARNER ? held->got : held->expected, on->address,
                                      buffers->parameters[i].size_bytes, error))
                return false;
        }
    return true;
}

/* What counts as unwritten is what the device put there. */
static void know_poison(struct measuring *measuring)
{
    struct case_buffers *buffers = measuring->buffers;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; rank < buffers->device_count; rank++)
            if (buffers->parameters[i].held[rank].poison)
                memcpy(buffers->parameters[i].held[rank].poison, buffers->parameters[i].held[rank].initial,
                       buffers->parameters[i].size_bytes);
}

/* All elements on the host, as in any other case: for the words of a verdict, and where the device cannot compare. */
static bool compare_on_host(struct measuring *measuring, bool *out_right, struct error *error)
{
    struct case_result *result = measuring->result;
    if (!download_side(measuring, TIMING_LEARNER, error) || !download_side(measuring, TIMING_REFERENCE, error))
        return false;
    know_poison(measuring);
    result->buffer_count = 0;
    case_compare(measuring->buffers, result);
    *out_right = true;
    for (size_t i = 0; i < result->buffer_count; i++)
        *out_right = *out_right && !result->buffers[i].wrong_count;
    return true;
}

/* Of many elements a million, evenly spread, tell the median's power of two as well as all. */
static double scale_of(struct arena *arena, enum dtype dtype, const void *elements, uint64_t count)
{
    uint64_t step = count / SCALE_ELEMENTS + 1, taken = 0;
    void *sample = arena_alloc(arena, (count / step + 1) * dtype_bytes(dtype));
    for (uint64_t i = 0; i < count; i += step)
        number_store(dtype, sample, taken++, number_load(dtype, elements, i));
    return compare_scale(dtype, sample, taken);
}

/* The tolerance follows from the size of the expected elements, which other inputs of the same kind do not change. */
static bool know_tolerances(struct measuring *measuring, struct error *error)
{
    struct case_buffers *buffers = measuring->buffers;
    double length = job_reduction_length(buffers->job, buffers->given);
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        enum dtype dtype = parameter->parameter->dtype;
        void *expected = parameter->held[0].expected;
        if (!is_output(parameter) || !parameter->size_bytes)
            continue;
        if (!buffers->devices[0]->vtable->read(buffers->devices[0], expected,
                                               measuring->sides[TIMING_REFERENCE].buffers.parameters[i].held[0].address,
                                               parameter->size_bytes, error))
            return false;
        struct tolerance tolerance = tolerance_for(dtype, &buffers->job->tolerance, length,
                                                   scale_of(buffers->arena, dtype, expected, parameter->count));
        measuring->tolerances[i] = tolerance;
    }
    measuring->has_tolerances = true;
    return true;
}

static bool compare_on_device(struct measuring *measuring, size_t index, int rank, bool *out_right, struct error *error)
{
    const struct case_parameter *parameter = &measuring->buffers->parameters[index];
    struct measure_comparison comparison = {
        .got = measuring->sides[TIMING_LEARNER].buffers.parameters[index].held[rank].address,
        .expected = measuring->sides[TIMING_REFERENCE].buffers.parameters[index].held[rank].address,
        .count = parameter->count,
        .dtype = parameter->parameter->dtype,
        .tolerance = measuring->tolerances[index],
        .exact = !is_output(parameter)};
    uint64_t failures = 0;
    if (!measure_count_wrong(&measuring->comparer, &comparison, &failures, error))
        return false;
    *out_right = !failures;
    if (failures && comparison.exact)
        measuring->result->changed_input = parameter->parameter;
    return true;
}

static bool all_known(const struct measuring *measuring)
{
    const struct case_buffers *buffers = measuring->buffers;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        if (is_output(&buffers->parameters[i]) &&
            !measure_comparer_knows(buffers->parameters[i].parameter->dtype, &buffers->job->tolerance))
            return false;
    return buffers->device_count == 1;
}

/* Outputs against the reference's, inputs against what the reference was given. */
static bool compare_all(struct measuring *measuring, bool *out_right, struct error *error)
{
    struct case_buffers *buffers = measuring->buffers;
    *out_right = true;
    if (!all_known(measuring))
        return compare_on_host(measuring, out_right, error);
    if (!measuring->has_tolerances && !know_tolerances(measuring, error))
        return false;
    for (size_t i = 0; *out_right && i < buffers->parameter_count; i++)
        if (is_buffer(&buffers->parameters[i]) && !compare_on_device(measuring, i, 0, out_right, error))
            return false;
    bool on_host;
    return *out_right || compare_on_host(measuring, &on_host, error);
}

static bool check_by_checker(struct measuring *measuring, bool *out_right, struct error *error)
{
    uint32_t failures[2] = {0, UINT32_MAX};
    struct device *device = measuring->buffers->devices[0];
    if (!device->vtable->write(device, measuring->failures, failures, sizeof failures, error) ||
        !run_judge(measuring, error) ||
        !device->vtable->read(device, failures, measuring->failures, sizeof failures, error))
        return false;
    *out_right = failures[0] == 0;
    measuring->result->judged_by_checker = true;
    measuring->result->checker_first = failures[1];
    return true;
}

/* --- what timing_measure() calls ---------------------------------------------------------------------------------- */

/* The rival's outputs must not lie about while the learner's kernel runs. */
static bool refresh(void *context, enum timing_side side, uint32_t run, struct error *error)
{
    struct measuring *measuring = context;
    measuring->side = side;
    return (side != TIMING_LEARNER || refresh_buffers(measuring, TIMING_REFERENCE, run, true, error)) &&
           refresh_buffers(measuring, side, run, false, error) &&
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

/* A kernel that takes longer than anybody waits for ends the case there; the course's own have all of the time. */
static bool run(void *context, enum timing_side side, struct error *error)
{
    struct measuring *measuring = context;
    struct plan_outcome outcome = {0};
    uint64_t own_ns = (uint64_t)clock_deadline_ns(CASE_GPU_RUN_NS);
    if (side == TIMING_LEARNER && (!measuring->deadline_ns || own_ns < measuring->deadline_ns))
        set_deadlines(measuring, own_ns);
    bool done = program_session_run(&measuring->sides[side].session, &outcome, error) || has_stopped(measuring);
    set_deadlines(measuring, measuring->deadline_ns);
    printed_collect(measuring->buffers->devices[0]->observation);
    return done;
}

static bool check(void *context, enum timing_side side, uint32_t run, bool *out_right, struct error *error)
{
    struct measuring *measuring = context;
    *out_right = true;
    if (side != TIMING_LEARNER)
        return true;
    if (measuring->has_checker)
        return check_by_checker(measuring, out_right, error);
    return refresh_buffers(measuring, TIMING_REFERENCE, run, false, error) && run_judge(measuring, error) &&
           compare_all(measuring, out_right, error) && refresh_buffers(measuring, TIMING_REFERENCE, run, true, error);
}

/* --- a whole measurement ------------------------------------------------------------------------------------------ */

static struct case_buffers copy_of(struct case_buffers *buffers)
{
    struct case_buffers copy = *buffers;
    copy.parameters =
        arena_memdup(buffers->arena, buffers->parameters, buffers->parameter_count * sizeof *copy.parameters);
    return copy;
}

static bool open_checker(struct measuring *measuring, const struct job_program *program, struct error *error)
{
    struct case_buffers *buffers = &measuring->sides[TIMING_LEARNER].buffers;
    struct device *device = buffers->devices[0];
    struct plan_argument *arguments = ARENA_ARRAY(buffers->arena, buffers->parameter_count + 1, struct plan_argument);
    if (!device->vtable->allocate(device, 2 * sizeof(uint32_t), "failures", &measuring->failures, error))
        return false;
    memcpy(arguments, case_buffers_arguments(buffers), buffers->parameter_count * sizeof *arguments);
    arguments[buffers->parameter_count] = case_failures_argument(buffers->arena, &measuring->failures);
    return program_session_open(&measuring->judge, buffers, program, arguments, buffers->parameter_count + 1, error);
}

static bool open_side(struct measure_side *side, const struct job_program *program, struct error *error)
{
    return program &&
           program_session_open(&side->session, &side->buffers, program, case_buffers_arguments(&side->buffers),
                                side->buffers.parameter_count, error);
}

static bool open_judge(struct measuring *measuring, struct error *error)
{
    const struct job *job = measuring->buffers->job;
    const struct job_program *checker = job_find_program(job, JOB_CHECKER, ""),
                             *reference = job_find_program(job, JOB_REFERENCE, ""),
                             *comparer = job_find_program(job, JOB_COMPARER, "");
    struct case_buffers *buffers = &measuring->sides[TIMING_REFERENCE].buffers;
    measuring->has_checker = checker != NULL;
    if (checker)
        return open_checker(measuring, checker, error);
    if (!reference || !comparer)
        return error_set(error, ERROR_INTERNAL, "a measurement has nothing to compare with");
    return measure_comparer_open(&measuring->comparer, measuring->buffers->devices[0], comparer, error) &&
           program_session_open(&measuring->judge, buffers, reference, case_buffers_arguments(buffers),
                                buffers->parameter_count, error);
}

static bool open_all(struct measuring *measuring, struct error *error)
{
    struct case_buffers *buffers = measuring->buffers;
    const struct job_program *learner = job_find_program(buffers->job, JOB_LEARNER, "");
    if (!measure_inputs_open(&measuring->inputs, buffers, error))
        return false;
    for (int side = 0; side < TIMING_SIDES; side++) {
        measuring->sides[side].buffers = copy_of(buffers);
        if (!case_buffers_upload(&measuring->sides[side].buffers, SIDE_BARE, error) ||
            !refresh_buffers(measuring, (enum timing_side)side, 0, false, error))
            return false;
    }
    return learner && measuring->rival && open_side(&measuring->sides[TIMING_LEARNER], learner, error) &&
           open_side(&measuring->sides[TIMING_REFERENCE], measuring->rival, error) && open_judge(measuring, error);
}

static void close_all(struct measuring *measuring)
{
    struct device *device = measuring->buffers->devices[0];
    for (int side = 0; side < TIMING_SIDES; side++) {
        program_session_close(&measuring->sides[side].session);
        if (measuring->sides[side].buffers.parameters)
            case_buffers_release(&measuring->sides[side].buffers);
    }
    program_session_close(&measuring->judge);
    if (measuring->comparer.device)
        measure_comparer_close(&measuring->comparer);
    if (measuring->failures)
        device->vtable->release(device, measuring->failures, NULL);
    measure_inputs_close(&measuring->inputs);
}

static struct timing_request request_of(struct measuring *measuring)
{
    return (struct timing_request){.devices = measuring->buffers->devices,
                                   .device_count = measuring->buffers->device_count,
                                   .callbacks = {.context = measuring, .refresh = refresh, .run = run, .check = check},
                                   .has_reference = true,
                                   .budget_ns = MEASURE_BUDGET_NS};
}

static void take_device(const struct device *device, struct time_result *time)
{
    time->dram_bytes_per_second = device->properties.dram_bytes_per_second;
    time->fp32_flops = device->properties.fp32_flops;
    time->l2_bytes = device->properties.l2_bytes;
}

static void take_times(const struct timing_result *timing, struct time_result *time)
{
    time->status = timing->status;
    time->runs = timing->runs;
    time->learner_ns = timing->times_ns[TIMING_LEARNER];
    time->rival_ns = timing->times_ns[TIMING_REFERENCE];
    time->ratio = timing->ratio;
    time->sm_clock_mhz = timing->health.sm_clock_mhz;
    time->temperature_c = timing->health.temperature_c;
    snprintf(time->note, sizeof time->note, "%s", timing->note);
}

/* The learner's runs that were stopped or wrong are the case's outcome; the rival's are the course's fault. */
static bool judge_timing(struct measuring *measuring, const struct timing_result *timing, struct error *error)
{
    struct case_result *result = measuring->result;
    bool is_learner = timing->side == TIMING_LEARNER;
    if (timing->status == TIMING_STOPPED && !is_learner)
        return error_set(error, ERROR_INTERNAL, "%s did not run to its end on case %s", measuring->rival->source.name,
                         measuring->buffers->given->name);
    result->outcome = timing->status == TIMING_STOPPED ? CASE_STOPPED : CASE_RAN;
    if (timing->status == TIMING_STOPPED)
        observation_merge(result->observation, measuring->buffers->devices[0]->observation, MERGE_ALL);
    if (timing->status != TIMING_WRONG)
        result->buffer_count = 0;
    return true;
}

/* How far the reference is from the learner, where the solution was the rival; in a short series. */
static void compare_with_reference(struct measuring *measuring)
{
    struct measure_side *side = &measuring->sides[TIMING_REFERENCE];
    const struct job_program *reference = job_find_program(measuring->buffers->job, JOB_REFERENCE, "");
    struct timing_result timing = {0};
    if (!reference || measuring->rival == reference)
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
 * Once more without a fresh module: a kernel that finds what an earlier launch left in its variables must be right all
 * the same, as in any program that launches it twice.
 */
static bool launch_again(struct measuring *measuring, struct timing_result *timing, struct error *error)
{
    bool is_right = true;
    if (!refresh_buffers(measuring, TIMING_LEARNER, RELAUNCH_RUN, false, error) ||
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
        snprintf(timing->note, sizeof timing->note,
                 "right in its first launch, wrong in the second: something is kept from one launch to the next");
    }
    return true;
}

static bool has_failed(const struct timing_result *timing)
{
    return timing->status == TIMING_WRONG || timing->status == TIMING_STOPPED;
}

/* Nobody but the judge writes where the inputs come from. */
static bool look_at_inputs(struct measuring *measuring, struct timing_result *timing, struct error *error)
{
    const struct parameter *changed = NULL;
    if (!measure_inputs_intact(&measuring->inputs, &changed, error))
        return false;
    if (!changed)
        return true;
    timing->status = TIMING_WRONG;
    measuring->result->changed_input = changed;
    snprintf(timing->note, sizeof timing->note, "writing to memory that the plan does not give it");
    return true;
}

/* A short series first: what is wrong or stops shows there already, and what takes long at first is over then. */
static bool time_both(struct measuring *measuring, struct timing_result *out_timing, struct error *error)
{
    struct timing_request request = request_of(measuring), rehearsal = request;
    rehearsal.runs_max = 1;
    if (!timing_measure(&rehearsal, out_timing, error))
        return false;
    if (out_timing->status == TIMING_WRONG)
        out_timing->note[0] = 0; /* the elements tell it better */
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
                                  .rival = solution ? solution : job_find_program(buffers->job, JOB_REFERENCE, "")};
    result->time = ARENA_NEW(buffers->arena, struct time_result);
    result->time->rival_is_solution = solution != NULL;
    take_device(buffers->devices[0], result->time);
    case_say_launching(buffers->job);
    bool done = open_all(&measuring, error) && measure(&measuring, error);
    close_all(&measuring);
    if (done && !buffers->devices[0]->lost)
        measure_roofline(&measuring);
    return done;
}
