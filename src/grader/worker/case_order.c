/* Runs a small case again in other orders of blocks and warps. */
#include "grader/worker/case_order.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "device/inspection.h"
#include "grader/case/case_checker.h"
#include "grader/case/case_comparison.h"
#include "grader/case/program_run.h"
#include "grader/value/observation_merge.h"

/*
 * A case that takes more warp instructions is not small. Another order may take some times as many,
 * and millions where a wait has to run out.
 */
enum { SMALL_INSTRUCTIONS = 1000000, MORE_TIMES = 8, MORE_INSTRUCTIONS = 32000000 };

/*
 * Of the larger cases of several blocks only the first runs in other orders, and only if no case
 * was small. So no kernel can keep out of other orders by its size.
 */
enum { SMALL_WARPS = 2112, LARGE_INSTRUCTIONS = 16000000 };

static uint64_t instructions_of(const struct observation *observation)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < observation->kernel_count; i++)
        sum += observation->kernels[i].totals[VGPU_COUNTER_WARP_INSTRUCTIONS];
    return sum;
}

/* Of the largest launch. */
static uint64_t warps_of(const struct observation *observation)
{
    uint64_t most = 0;
    for (size_t i = 0; i < observation->kernel_count; i++) {
        const struct kernel_observation *kernel = &observation->kernels[i];
        uint64_t blocks = (uint64_t)kernel->grid[0] * kernel->grid[1] * kernel->grid[2];
        uint64_t warps = blocks * (((uint64_t)kernel->block[0] * kernel->block[1] * kernel->block[2] + 31) / 32);
        most = warps > most ? warps : most;
    }
    return most;
}

static bool has_blocks(const struct observation *observation)
{
    for (size_t i = 0; i < observation->kernel_count; i++)
        if (observation->kernels[i].grid[0] > 1 || observation->kernels[i].grid[1] > 1 ||
            observation->kernels[i].grid[2] > 1)
            return true;
    return false;
}

static bool is_small(const struct observation *observation)
{
    return instructions_of(observation) <= SMALL_INSTRUCTIONS && warps_of(observation) <= SMALL_WARPS;
}

static bool is_asked(const struct case_buffers *buffers, bool was_tried, const struct case_result *result)
{
    return buffers->given->orders && buffers->devices[0]->properties.inspects && buffers->device_count == 1 &&
           result->outcome == CASE_RAN && warps_of(result->observation) > 1 &&
           (is_small(result->observation) ||
            (!was_tried && instructions_of(result->observation) <= LARGE_INSTRUCTIONS)) &&
           result_is_right(result);
}

/* Gives the outputs other memory on the host, or puts `kept` back. */
static void swap_outputs(struct case_buffers *buffers, void *kept[JOB_PARAMETERS_MAX])
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        void *got = buffers->parameters[i].held[0].got;
        if (parameter_is_output(buffers->parameters[i].parameter))
            buffers->parameters[i].held[0].got = kept[i];
        kept[i] = got;
    }
}

/* Runs the learner's plan. False: it did not come to its end for a reason that is no verdict. */
static bool run_plan(struct case_buffers *buffers, enum vgpu_order order, bool explains, struct case_result *trial,
                     bool *out_stopped)
{
    struct device *device = buffers->devices[0];
    device->inspection->order = order;
    device->inspection->explains_order = explains;
    bool done = case_buffers_upload(buffers, SIDE_LEARNER, NULL) &&
                program_run(buffers, job_find_program(buffers->job, JOB_LEARNER, ""), 0, trial, out_stopped, NULL);
    device->inspection->order = VGPU_ORDER_CANONICAL;
    device->inspection->explains_order = false;
    bool is_late = clock_is_late((int64_t)device->deadline_ns, (int64_t)device->processor_deadline_ns);
    if (done && !*out_stopped)
        done = case_buffers_download(buffers, SIDE_LEARNER, &trial->changed_input, NULL);
    case_buffers_release(buffers);
    return done && !is_late;
}

static bool compare(struct case_buffers *buffers, struct case_result *trial)
{
    if (job_find_checker(buffers->job))
        return case_check(buffers, trial, NULL);
    case_compare_closely(buffers, true, trial);
    return true;
}

/* The finding of a second run that notes its accesses. */
static void explain(struct case_buffers *buffers, enum vgpu_order order, struct case_result *result)
{
    struct case_result noted = {.observation = observation_new()};
    void *kept[JOB_PARAMETERS_MAX] = {0};
    bool stopped = false;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        kept[i] = arena_alloc(buffers->arena, buffers->parameters[i].size_bytes + 1);
    swap_outputs(buffers, kept);
    run_plan(buffers, order, true, &noted, &stopped);
    swap_outputs(buffers, kept);
    observation_merge(result->observation, noted.observation, 0);
    observation_free(noted.observation);
}

/* The case went wrong in this order. */
static void take(struct case_buffers *buffers, enum vgpu_order order, bool stopped, const struct case_result *trial,
                 struct case_result *result)
{
    struct observation *observation = result->observation;
    result->order = order;
    result->buffers = trial->buffers;
    result->buffer_count = stopped ? 0 : trial->buffer_count;
    result->changed_input = trial->changed_input;
    result->judged_by_checker = trial->judged_by_checker;
    result->checker_first = trial->checker_first;
    result->named_count = trial->named_count;
    memcpy(result->named, trial->named, sizeof result->named);
    if (stopped) {
        result->outcome = CASE_STOPPED;
        observation->faulted = trial->observation->faulted;
        observation->timed_out = trial->observation->timed_out;
        observation->deadlocked = trial->observation->deadlocked;
        const char *said = trial->observation->fault_said;
        memcpy(observation->fault, trial->observation->fault, sizeof observation->fault);
        observation->fault_said = said ? arena_strdup(observation->arena, said) : NULL;
    }
    explain(buffers, order, result);
}

/* Whether the case goes wrong in this order. */
static bool goes_wrong(struct case_buffers *buffers, enum vgpu_order order, struct case_result *result)
{
    struct case_result trial = {.case_index = result->case_index, .observation = observation_new()};
    void *kept[JOB_PARAMETERS_MAX] = {0};
    bool stopped = false;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        kept[i] = arena_alloc(buffers->arena, buffers->parameters[i].size_bytes + 1);
    swap_outputs(buffers, kept);
    bool done = run_plan(buffers, order, false, &trial, &stopped) && (stopped || compare(buffers, &trial));
    bool wrong = done && (stopped || !result_is_right(&trial));
    if (wrong)
        take(buffers, order, stopped, &trial, result);
    else
        swap_outputs(buffers, kept);
    observation_free(trial.observation);
    return wrong;
}

void case_order(struct case_buffers *buffers, bool sees_order, bool *was_tried, struct case_result *result)
{
    if (!sees_order || !is_asked(buffers, *was_tried, result))
        return;
    *was_tried |= has_blocks(result->observation);
    struct device *device = buffers->devices[0];
    uint64_t limit = device->instruction_limit;
    device->instruction_limit = instructions_of(result->observation) * MORE_TIMES + MORE_INSTRUCTIONS;
    for (int order = VGPU_ORDER_CANONICAL + 1; order < VGPU_ORDER_COUNT; order++)
        if (goes_wrong(buffers, (enum vgpu_order)order, result))
            break;
    device->instruction_limit = limit;
}
