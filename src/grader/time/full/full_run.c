/* Runs the whole launch at the timed size. */
#include "grader/time/full/full_run.h"

#include "device/modelling.h"
#include "grader/case/case_checker.h"
#include "grader/case/case_comparison.h"
#include "grader/case/program_run.h"
#include "grader/time/full/full_compare.h"
#include "grader/value/observation_merge.h"

enum { RUNS_MOST = 2 };

struct full {
    struct case_buffers *buffers;
    struct case_result *result;
    struct program_session session;
    void *got[RUNS_MOST][JOB_PARAMETERS_MAX][JOB_DEVICES_MAX]; /* the outputs of each run */
    int runs;
};

static void set_checks(struct case_buffers *buffers, unsigned checks)
{
    for (int rank = 0; rank < buffers->device_count; rank++)
        buffers->devices[rank]->checks = checks;
}

/* Adds what the devices saw since the last call. */
static void observe(struct full *full, unsigned parts)
{
    for (int rank = 0; rank < full->buffers->device_count; rank++) {
        struct observation *seen = full->buffers->devices[rank]->observation;
        observation_merge(full->result->observation, seen, parts);
        observation_reset(seen);
    }
}

/* Keeps the outputs of this run, so that the next one can use the buffers. */
static void keep_outputs(struct full *full)
{
    struct case_buffers *buffers = full->buffers;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; rank < buffers->device_count; rank++)
            full->got[full->runs][i][rank] = buffers->parameters[i].held[rank].got;
    full->runs++;
}

static void choose_outputs(struct full *full, int run)
{
    struct case_buffers *buffers = full->buffers;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; rank < buffers->device_count; rank++)
            buffers->parameters[i].held[rank].got = full->got[run][i][rank];
}

static void make_room(struct case_buffers *buffers)
{
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; rank < buffers->device_count; rank++)
            if (buffers->parameters[i].held[rank].got)
                buffers->parameters[i].held[rank].got =
                    arena_alloc(buffers->arena, buffers->parameters[i].size_bytes + 1);
}

/* One run of the learner's plan. `out_stopped`: it did not end, or it faulted. */
static bool run_once(struct full *full, bool *out_stopped, struct error *error)
{
    struct plan_outcome outcome = {0};
    bool is_first = full->runs == 0;
    set_checks(full->buffers, full->buffers->given->checks);
    bool done = program_session_run(&full->session, &outcome, error);
    observe(full, is_first ? MERGE_ALL : 0);
    *out_stopped = outcome.stopped;
    if (!done || outcome.stopped)
        return done || outcome.stopped;
    done = case_buffers_download(full->buffers, SIDE_LEARNER, &full->result->changed_input, error);
    observe(full, 0);
    if (done)
        keep_outputs(full);
    return done;
}

static bool run_learner(struct full *full, bool *out_stopped, struct error *error)
{
    struct case_buffers *buffers = full->buffers;
    const struct job_program *learner = job_find_program(buffers->job, JOB_LEARNER, "");
    if (!learner)
        return error_set(error, ERROR_INTERNAL, "a job has no learner's program");
    bool done = case_buffers_upload(buffers, SIDE_LEARNER, error) &&
                program_session_open(&full->session, buffers, learner, case_buffers_arguments(buffers),
                                     buffers->parameter_count, error);
    program_say_launching(buffers->job);
    done = done && run_once(full, out_stopped, error);
    if (done && !*out_stopped && program_session_keeps_values(&full->session)) {
        make_room(buffers);
        done = case_buffers_renew(buffers, error) && run_once(full, out_stopped, error);
    }
    program_session_close(&full->session);
    case_buffers_release(buffers);
    set_checks(buffers, 0);
    return done;
}

/* The reference ends, so it has no budget. */
static void lift_limit(struct case_buffers *buffers)
{
    for (int rank = 0; rank < buffers->device_count; rank++)
        buffers->devices[rank]->instruction_limit = 0;
}

/* Compares the outputs of one run with the reference's on the same inputs. */
static bool compare_run(struct full *full, int run, struct error *error)
{
    struct case_buffers *buffers = full->buffers;
    const struct job_program *reference = job_find_program(buffers->job, JOB_REFERENCE, "");
    buffers->draw = (size_t)run;
    choose_outputs(full, run);
    if (job_find_program(buffers->job, JOB_CHECKER, ""))
        return case_check(buffers, full->result, error);
    if (!reference)
        return error_set(error, ERROR_INTERNAL, "a job has no reference");
    bool done = case_buffers_upload(buffers, SIDE_REFERENCE, error) && program_run_trusted(buffers, reference, error) &&
                full_compare(buffers, full->result, error);
    case_buffers_release(buffers);
    return done;
}

static bool is_wrong(const struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count; i++)
        if (result->buffers[i].wrong_count)
            return true;
    return false;
}

static void refuse(struct case_result *result, enum case_outcome outcome, const struct error *error)
{
    result->outcome = outcome;
    result->refusal = *error;
}

void full_run(struct case_buffers *buffers, struct case_result *result)
{
    struct full *full = ARENA_NEW(buffers->arena, struct full);
    struct error error = {0};
    bool stopped = false, compared = true;
    *full = (struct full){.buffers = buffers, .result = result};
    buffers->is_slim = true;
    result->outcome = CASE_RAN;
    if (!case_buffers_prepare(buffers, &error) || !program_run_generators(buffers, &error)) {
        refuse(result, CASE_REFERENCE, &error);
        return;
    }
    if (!run_learner(full, &stopped, &error)) {
        refuse(result, CASE_REFUSED, &error);
        return;
    }
    if (stopped) {
        result->outcome = CASE_STOPPED;
        return;
    }
    lift_limit(buffers);
    for (int run = 0; compared && run < full->runs && !is_wrong(result); run++) {
        compared = compare_run(full, run, &error);
        result->runs_before = run;
    }
    if (!compared)
        refuse(result, CASE_REFERENCE, &error);
}
