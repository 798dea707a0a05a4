/* Compares the learner's work in a case with the reference's. */
#include "grader/worker/case_work.h"

#include "base/clock.h"
#include "grader/case/program_run.h"
#include "grader/value/counter.h"
#include "grader/value/observation_merge.h"

enum { WATCHED_INSTRUCTIONS = 100000 };

bool case_work_takes_watch(struct case_work *work, const struct case_result *result)
{
    uint64_t instructions = observation_issued(result->observation);
    if (work->watched && work->watched + instructions > WATCHED_INSTRUCTIONS)
        return false;
    work->watched += instructions + 1;
    return true;
}

static bool has_budget(const struct case_buffers *buffers)
{
    return buffers->given->has_budget && buffers->device_count == 1 && buffers->devices[0]->properties.inspects;
}

static uint64_t larger(uint64_t one, uint64_t other)
{
    return one > other ? one : other;
}

/*
 * The limit once a smaller case failed. The verdict is known, so another case may take half a
 * second.
 */
static uint64_t limit_after_failure(const struct case_work *work)
{
    enum { LEAST = 2000000, TIMES = 4 };
    return larger(LEAST, work->needed * TIMES);
}

/* Whether this case may end the job without a result, instead of running to its full limit. */
static bool may_leave_out(const struct case_buffers *buffers, const struct case_work *work)
{
    return job_ends_before_costly(buffers->given, &work->tally) &&
           work->needed * CASE_EXCESS_MOST > limit_after_failure(work);
}

static uint64_t learner_limit(const struct case_buffers *buffers, const struct case_work *work)
{
    uint64_t given = buffers->given->instruction_limit, most = work->needed * CASE_EXCESS_MOST;
    if (!given || !work->needed || buffers->given->limit_is_final)
        return given;
    if (may_leave_out(buffers, work))
        return limit_after_failure(work);
    if (work->was_excessive && has_budget(buffers))
        return larger(most, CASE_INSTRUCTIONS_LEAST);
    return larger(most, given);
}

void case_work_limit(struct case_buffers *buffers, const struct case_work *work)
{
    for (int rank = 0; rank < buffers->device_count; rank++)
        buffers->devices[rank]->instruction_limit = learner_limit(buffers, work);
}

static bool is_right(const struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count; i++)
        if (result->buffers[i].wrong_count)
            return false;
    return result->outcome == CASE_RAN && !result->changed_input;
}

/* Stopped by the instruction limit, not by the clock. */
static bool ran_out(const struct case_buffers *buffers, const struct case_result *result)
{
    const struct device *device = buffers->devices[0];
    return result->outcome == CASE_STOPPED && result->observation->timed_out &&
           !clock_is_late((int64_t)device->deadline_ns, (int64_t)device->processor_deadline_ns);
}

static struct counter_source busiest_line(const struct observation *observation)
{
    return counter_main_source("warp_instructions", observation);
}

/* Only some cases count lines. The others run again, until enough instructions are counted. */
static void count_lines(struct case_buffers *buffers, struct case_result *result)
{
    const struct job_program *learner = job_find_program(buffers->job, JOB_LEARNER, "");
    struct case_result counted = {.observation = observation_new()};
    bool stopped;
    buffers->devices[0]->instruction_limit = CASE_INSTRUCTIONS_LEAST;
    if (!busiest_line(result->observation).line && case_buffers_upload(buffers, SIDE_LEARNER, NULL)) {
        program_run(buffers, learner, DEVICE_COUNT, &counted, &stopped, NULL);
        observation_merge(result->observation, counted.observation, MERGE_KERNELS);
    }
    case_buffers_release(buffers);
    observation_free(counted.observation);
}

/* The limit ended the run, so this is no finding about the kernel. */
static void forget_stop(struct observation *observation)
{
    observation->timed_out = false;
    observation->fault[0] = 0;
    observation->fault_said = NULL;
}

void case_work_judge(struct case_buffers *buffers, struct case_work *work, struct case_result *result)
{
    bool right = is_right(result), is_cut = work->was_excessive && ran_out(buffers, result);
    result->is_left_out = may_leave_out(buffers, work) && ran_out(buffers, result);
    work->was_excessive = false;
    if (!is_cut && !result->is_left_out && has_budget(buffers) && ran_out(buffers, result))
        count_lines(buffers, result);
    if (!has_budget(buffers) || !(right || is_cut))
        return;
    uint64_t done = observation_issued(result->observation);
    if (!work->needed || done <= work->needed * CASE_EXCESS_MOST)
        return;
    work->was_excessive = true;
    if (right && done <= CASE_INSTRUCTIONS_LEAST)
        return;
    result->excess = (double)done / (double)work->needed;
    count_lines(buffers, result);
    result->excess_source = busiest_line(result->observation);
    if (is_cut)
        forget_stop(result->observation);
}
