/* Runs a small case twice in one module. */
#include "grader/worker/case_again.h"

#include <string.h>

#include "grader/case/case_comparison.h"
#include "grader/case/program_run.h"
#include "grader/value/observation_merge.h"

enum { SMALL_INSTRUCTIONS = 1000000, RUNS = 2 };

/* Other inputs come from the seed alone, not from kernels that make them. */
static bool has_programs(const struct job *job)
{
    for (size_t i = 0; i < job->program_count; i++)
        if (job->programs[i].role == JOB_GENERATOR)
            return false;
    return !job_find_checker(job);
}

static bool is_asked(const struct case_buffers *buffers, const struct case_result *result)
{
    return result->keeps_values && buffers->given->orders && buffers->devices[0]->properties.inspects &&
           buffers->device_count == 1 && result->outcome == CASE_RAN && has_programs(buffers->job) &&
           observation_issued(result->observation) <= SMALL_INSTRUCTIONS && result_is_right(result);
}

/* Runs the learner's plan twice, the second time on other inputs, whose outputs it keeps. */
static bool run_twice(struct case_buffers *buffers, bool *out_stopped)
{
    struct program_session session = {0};
    struct plan_outcome outcome = {0};
    const struct parameter *changed_input = NULL;
    bool done = case_buffers_upload(buffers, SIDE_LEARNER, NULL) &&
                program_session_open(&session, buffers, job_find_program(buffers->job, JOB_LEARNER, ""),
                                     case_buffers_arguments(buffers), buffers->parameter_count, NULL);
    for (int run = 0; done && !outcome.stopped && run < RUNS; run++)
        done = (run == 0 || case_buffers_renew(buffers, NULL)) && program_session_run(&session, &outcome, NULL);
    *out_stopped = outcome.stopped;
    if (done && !outcome.stopped)
        done = case_buffers_download(buffers, SIDE_LEARNER, &changed_input, NULL);
    program_session_close(&session);
    case_buffers_release(buffers);
    return done || outcome.stopped;
}

static bool compare(struct case_buffers *buffers, struct case_result *trial)
{
    bool done = case_buffers_upload(buffers, SIDE_REFERENCE, NULL) &&
                program_run_trusted(buffers, job_find_program(buffers->job, JOB_REFERENCE, ""), NULL) &&
                case_buffers_download(buffers, SIDE_REFERENCE, NULL, NULL);
    case_buffers_release(buffers);
    if (done)
        case_compare_closely(buffers, true, trial);
    return done;
}

static void take(const struct case_result *trial, bool stopped, const struct observation *seen,
                 struct case_result *result)
{
    result->runs_before = RUNS - 1;
    result->buffers = trial->buffers;
    result->buffer_count = stopped ? 0 : trial->buffer_count;
    result->named_count = trial->named_count;
    memcpy(result->named, trial->named, sizeof result->named);
    if (!stopped)
        return;
    result->outcome = CASE_STOPPED;
    result->observation->faulted = seen->faulted;
    result->observation->timed_out = seen->timed_out;
    result->observation->deadlocked = seen->deadlocked;
    memcpy(result->observation->fault, seen->fault, sizeof seen->fault);
}

void case_again(struct case_buffers *buffers, struct case_result *result)
{
    if (!is_asked(buffers, result))
        return;
    struct device *device = buffers->devices[0];
    struct case_buffers again = {
        .job = buffers->job, .given = buffers->given, .device_count = 1, .arena = buffers->arena};
    struct case_result trial = {.case_index = result->case_index, .observation = observation_new()};
    bool stopped = false;
    again.devices[0] = device;
    observation_reset(device->observation);
    device->checks = 0;
    if (case_buffers_prepare(&again, NULL) && run_twice(&again, &stopped) &&
        (stopped || (compare(&again, &trial) && !result_is_right(&trial))))
        take(&trial, stopped, device->observation, result);
    observation_free(trial.observation);
}
