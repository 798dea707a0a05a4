/* Runs one case in the device worker. */
#include "grader/worker/case_run.h"

#include <string.h>

#include "base/clock.h"
#include "device/inspection.h"
#include "device/modelling.h"
#include "device/stepping.h"
#include "grader/case/case_checker.h"
#include "grader/case/case_comparison.h"
#include "grader/case/program_run.h"
#include "grader/time/full/full_run.h"
#include "grader/time/measured/measure_run.h"
#include "grader/time/modelled/model_run.h"
#include "grader/value/observation_merge.h"
#include "grader/worker/case_again.h"
#include "grader/worker/case_exchange.h"
#include "grader/worker/case_influence.h"
#include "grader/worker/case_order.h"
#include "grader/worker/case_origin.h"
#include "grader/worker/case_pointer.h"
#include "grader/worker/case_show.h"
#include "grader/worker/case_stage.h"

/* A GPU cannot stop a kernel, so a learner's run gets a deadline. */
static void limit_time(struct case_buffers *buffers, uint64_t *out_deadline_ns)
{
    uint64_t own_ns = (uint64_t)clock_deadline_ns(JOB_GPU_RUN_NS);
    *out_deadline_ns = buffers->devices[0]->deadline_ns;
    for (int rank = 0; rank < buffers->device_count; rank++) {
        struct device *device = buffers->devices[rank];
        if (device->properties.measures_time && (!device->deadline_ns || own_ns < device->deadline_ns))
            device->deadline_ns = own_ns;
    }
}

static void unlimit_time(struct case_buffers *buffers, uint64_t deadline_ns)
{
    for (int rank = 0; rank < buffers->device_count; rank++)
        buffers->devices[rank]->deadline_ns = deadline_ns;
}

/* The device that is stepped on, or else the first. */
static struct device *step_device(const struct case_buffers *buffers)
{
    struct device_stepper *stepper = buffers->job->stepper;
    if (!stepper)
        return buffers->devices[0];
    stepper->device_count = (uint32_t)buffers->device_count;
    if (stepper->target.device >= stepper->device_count)
        stepper->target.device = 0;
    return buffers->devices[stepper->target.device];
}

/* Of each launch, few blocks or all. */
static void limit_blocks(struct case_buffers *buffers, bool few)
{
    for (int rank = 0; rank < buffers->device_count; rank++)
        if (buffers->devices[rank]->modelling)
            buffers->devices[rank]->modelling->blocks_most = few ? DEVICE_BLOCKS_MOST : 0;
}

/* Adds findings about the outputs, such as undefined values, to those of the run. */
static bool download_outputs(struct case_buffers *buffers, struct case_result *result, struct error *error)
{
    for (int rank = 0; rank < buffers->device_count; rank++)
        observation_reset(buffers->devices[rank]->observation);
    bool done = case_buffers_download(buffers, SIDE_LEARNER, &result->changed_input, error);
    for (int rank = 0; rank < buffers->device_count; rank++)
        observation_merge(result->observation, buffers->devices[rank]->observation, 0);
    return done;
}

/*
 * False: the plan was refused, or the learner's outputs could not be read. A stopped plan is not a
 * failure.
 */
static bool run_learner(struct case_buffers *buffers, struct case_result *result, struct error *error)
{
    const struct job_program *program = job_find_program(buffers->job, JOB_LEARNER, "");
    bool stopped = false;
    if (!program)
        return error_set(error, ERROR_INTERNAL, "a job has no learner's program");
    uint64_t deadline_ns;
    bool done = case_buffers_upload(buffers, SIDE_LEARNER, error);
    program_say_launching(buffers->job);
    limit_time(buffers, &deadline_ns);
    struct device *stepped = step_device(buffers);
    if (stepped->inspection)
        stepped->inspection->stepper = buffers->job->stepper;
    limit_blocks(buffers, buffers->given->few_blocks);
    done = done && program_run(buffers, program, buffers->given->checks, result, &stopped, error);
    limit_blocks(buffers, false);
    if (stepped->inspection)
        stepped->inspection->stepper = NULL;
    unlimit_time(buffers, deadline_ns);
    result->outcome = stopped ? CASE_STOPPED : CASE_RAN;
    if (done && !stopped && !buffers->given->few_blocks)
        done = download_outputs(buffers, result, error);
    case_buffers_release(buffers);
    return done;
}

/*
 * On the virtual device the reference runs before the learner's plan, because its work is the
 * measure of the plan's. There a kernel reaches only what is allocated, which holds no old value. A
 * GPU keeps old values in many places, and counts nothing. So there the reference runs last.
 */
static bool runs_reference_first(const struct case_buffers *buffers)
{
    return buffers->devices[0]->properties.inspects;
}

/* A case that asks for neither its outputs nor its work runs without. */
static bool run_reference(struct case_buffers *buffers, struct case_work *work, struct error *error)
{
    const struct job_program *reference = job_find_program(buffers->job, JOB_REFERENCE, "");
    bool is_compared = buffers->given->compare && !job_find_checker(buffers->job);
    work->needed = 0;
    if (!buffers->given->compare && !buffers->given->has_budget)
        return true;
    if (!reference)
        return !is_compared || error_set(error, ERROR_INTERNAL, "a job has no reference");
    for (int rank = 0; rank < buffers->device_count; rank++)
        buffers->devices[rank]->instruction_limit = 0;
    bool done = case_buffers_upload(buffers, SIDE_REFERENCE, error) && program_run_trusted(buffers, reference, error);
    for (int rank = 0; rank < buffers->device_count; rank++)
        work->needed += observation_issued(buffers->devices[rank]->observation);
    if (is_compared)
        done = done && case_buffers_download(buffers, SIDE_REFERENCE, NULL, error);
    case_buffers_release(buffers);
    return done;
}

static void refuse(struct case_result *result, enum case_outcome outcome, const struct error *error)
{
    result->outcome = outcome;
    result->refusal = *error;
}

/* `out_sees_order`: whether the result of the learner's plan can depend on the order of blocks. */
static bool run_and_inspect(struct case_buffers *buffers, struct case_work *work, struct case_result *result,
                            bool *out_sees_order, struct error *error)
{
    struct device_inspection *inspection = buffers->devices[0]->inspection;
    if (inspection)
        inspection->sees_order = false;
    case_work_limit(buffers, work);
    bool done = run_learner(buffers, result, error);
    *out_sees_order = inspection && inspection->sees_order;
    if (result->outcome == CASE_STOPPED)
        case_work_judge(buffers, work, result);
    return done;
}

/*
 * Large cases run with fewer checks, so a race there shows as a wrong result. The first wrong case
 * runs once more with all of them, and its findings become those of the case.
 */
static void check_all(struct case_buffers *buffers, struct case_result *result)
{
    enum { INSTRUCTIONS_MAX = 5000000 };
    struct case_result seen = {.observation = observation_new()};
    bool was_checked = (buffers->given->checks & DEVICE_CHECK_ALL) == DEVICE_CHECK_ALL, stopped = false;
    if (!was_checked && result->outcome == CASE_RAN && buffers->devices[0]->properties.inspects &&
        observation_issued(result->observation) <= INSTRUCTIONS_MAX &&
        case_buffers_upload(buffers, SIDE_LEARNER, NULL) &&
        program_run(buffers, job_find_program(buffers->job, JOB_LEARNER, ""), DEVICE_CHECK_ALL, &seen, &stopped,
                    NULL) &&
        observation_unsafe(seen.observation)) {
        result->observation->finding_count = 0;
        result->observation->finding_total = 0;
        observation_merge(result->observation, seen.observation, 0);
    }
    case_buffers_release(buffers);
    observation_free(seen.observation);
}

/*
 * Runs that say why a case is wrong. Of cases that say equally much, the verdict reports the first.
 * So only that one is explained.
 */
static void explain(struct case_buffers *buffers, struct case_work *work, struct case_result *result)
{
    if (result->outcome != CASE_RAN || work->most_informs == RESULT_INFORMS_MOST)
        return;
    case_exchange(buffers, work, result);
    int informs = result_informs(result, buffers->given);
    if (informs <= work->most_informs)
        return;
    work->most_informs = informs;
    case_origin(buffers, work, result);
    case_stage(buffers, result);
    case_pointer_unread(buffers, result);
    case_influence(buffers, work, result);
}

/* A right case can be right by luck. Once another is wrong, that does not matter. */
static void try_luck(struct case_buffers *buffers, bool sees_order, struct case_work *work, struct case_result *result)
{
    case_order(buffers, sees_order, &work->tried_orders, result);
    if (result->outcome == CASE_RAN && !result->order)
        case_again(buffers, result);
}

static void run_steps(struct case_buffers *buffers, struct case_work *work, struct case_result *result)
{
    bool sees_order;
    struct error error = {0};
    if (buffers->given->measure && !buffers->devices[0]->properties.measures_time) {
        model_run(buffers, result);
        return;
    }
    if (buffers->given->whole) {
        full_run(buffers, result);
        return;
    }
    bool prepared = case_buffers_prepare(buffers, &error) && program_run_generators(buffers, &error);
    bool measures = prepared && buffers->given->measure, first = runs_reference_first(buffers);
    if (!prepared || (measures && !measure_run(buffers, result, &error)) ||
        (!measures && first && !run_reference(buffers, work, &error))) {
        refuse(result, CASE_REFERENCE, &error);
        return;
    }
    if (measures)
        return;
    if (!run_and_inspect(buffers, work, result, &sees_order, &error)) {
        refuse(result, result->outcome == CASE_STOPPED ? CASE_STOPPED : CASE_REFUSED, &error);
        return;
    }
    if (result->is_left_out)
        return;
    case_pointer_findings(buffers, work, result);
    if (result->outcome != CASE_RAN || !buffers->given->compare)
        return;
    bool has_checker = job_find_checker(buffers->job) != NULL;
    if (!(has_checker ? case_check(buffers, result, &error) : first || run_reference(buffers, work, &error)))
        refuse(result, CASE_REFERENCE, &error);
    else if (!has_checker)
        case_compare_closely(buffers, !buffers->given->only_judged && !work->tally.failed, result);
    result->reference_work = work->needed;
    case_work_judge(buffers, work, result);
    if (buffers->given->only_judged)
        return;
    if (!result_is_right(result)) {
        if (!work->tally.failed)
            check_all(buffers, result);
        explain(buffers, work, result);
    } else if (!work->tally.failed)
        try_luck(buffers, sees_order, work, result);
}

/* One digit for each condition. */
static const char *write_outcomes(const struct case_buffers *buffers)
{
    char *digits = arena_alloc(buffers->arena, buffers->outcome_count + 1U);
    for (uint32_t i = 0; i < buffers->outcome_count; i++)
        digits[i] = (char)('0' + buffers->outcomes[i]);
    digits[buffers->outcome_count] = '\0';
    return digits;
}

struct case_result *case_run(const struct job *job, size_t case_index, struct device *const *devices,
                             const struct case_deadline *deadline, struct case_work *work, struct arena *arena)
{
    struct case_result *result = ARENA_NEW(arena, struct case_result);
    struct case_buffers buffers = {
        .job = job, .given = &job->cases[case_index], .device_count = job->cases[case_index].devices, .arena = arena};
    int64_t began_ns = clock_monotonic_ns();
    for (int rank = 0; rank < buffers.device_count; rank++) {
        buffers.devices[rank] = devices[rank];
        devices[rank]->deadline_ns = (uint64_t)deadline->wall_ns;
        devices[rank]->processor_deadline_ns = (uint64_t)deadline->processor_ns;
        devices[rank]->instruction_limit = buffers.given->instruction_limit;
        devices[rank]->seed = job->seed;
    }
    result->case_index = case_index;
    result->observation = observation_new();
    run_steps(&buffers, work, result);
    result->outcomes = write_outcomes(&buffers);
    if (buffers.given->show && !buffers.given->measure && result->outcome != CASE_REFERENCE)
        case_show(&buffers, result);
    result->elapsed_ns = (uint64_t)(clock_monotonic_ns() - began_ns);
    return result;
}
