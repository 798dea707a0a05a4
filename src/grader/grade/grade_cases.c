/*
 * Runs the job of a submission: all cases on the virtual device, then on the GPU if one was
 * requested.
 */
#include <string.h>

#include "base/clock.h"
#include "grader/grade/grade.h"
#include "grader/value/observation_merge.h"

enum {
    KILL_GRACE_MS = 2000,   /* the worker ends itself at its deadline; after this grace it is killed */
    DEBUG_INSTRUCTIONS = 8, /* per instruction of the optimised kernel */
    DEBUG_ELEMENTS_MAX = 2048,
    DEBUG_FIRST_WORK_MAX = 300000, /* warp instructions of the optimised kernels in the first case */
    DEBUG_WORK_MAX = 10000,        /* the same in all cases after it */
};

static struct device_child_watch watch_of(const struct grading *grading)
{
    int64_t limit_ms = (int64_t)grading->job.deadline_ms + KILL_GRACE_MS;
    return (struct device_child_watch){.deadline_ns = clock_deadline_ns(limit_ms * 1000000),
                                       .cancelled = grading->request->cancelled,
                                       .context = grading->request->context};
}

static bool keep_virtual(void *context, struct case_result *result, struct error *error)
{
    struct grading *grading = context;
    (void)error;
    grading->records[result->case_index].result = result;
    grading->done++;
    grading_progress(grading, STAGE_CASES, (int)grading->done, (int)grading->cases.count);
    return true;
}

/*
 * An explanation from the virtual device also holds for the GPU's result if both have as many wrong
 * elements.
 */
static void take_explanations(const struct case_result *from, struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count && i < from->buffer_count; i++) {
        const struct buffer_result *tried = &from->buffers[i];
        struct buffer_result *buffer = &result->buffers[i];
        bool is_same = tried->parameter == buffer->parameter && tried->wrong_count == buffer->wrong_count &&
                       tried->unwritten_count == buffer->unwritten_count;
        if (!is_same || !pattern_is_of_several(tried->pattern.kind))
            continue;
        buffer->pattern = tried->pattern;
        buffer->pattern_input = tried->pattern_input;
        buffer->pattern_other = tried->pattern_other;
    }
}

/*
 * Findings and counters stay those of the virtual device. The GPU decides whether the values are
 * right.
 */
static bool keep_cuda(void *context, struct case_result *result, struct error *error)
{
    struct grading *grading = context;
    struct case_record *record = &grading->records[result->case_index];
    (void)error;
    observation_free(result->observation);
    if (record->result && (record->result->order || record->result->runs_before))
        return true; /* a right answer of this GPU, in its order, proves nothing */
    result->observation = record->result ? record->result->observation : observation_new();
    if (record->result) {
        result->nan = record->result->nan;
        result->infinity = record->result->infinity;
        memcpy(result->stages, record->result->stages, sizeof result->stages);
        result->stage_count = record->result->stage_count;
        take_explanations(record->result, result);
    }
    record->result = result;
    return true;
}

/* A worker that died or hung is the learner's doing, and a verdict. Other errors are ours. */
static bool is_verdict(struct grading *grading, size_t answered, const struct job *job, struct error *error)
{
    if (error->code != ERROR_CRASH && error->code != ERROR_TIMEOUT)
        return false;
    grading->failure = *error;
    grading->failed_case = answered < job->case_count ? job->cases[answered].name : "";
    return true;
}

static bool run_on(struct grading *grading, struct device_child *child, device_child_answer keep, struct error *error)
{
    struct device_child_watch watch = watch_of(grading);
    struct error failure = {0};
    size_t answered;
    if (device_child_run(child, &grading->job, &watch, grading->arena, keep, grading, &answered, &failure) ||
        is_verdict(grading, answered, &grading->job, &failure))
        return true;
    if (error)
        *error = failure;
    return false;
}

/*
 * A kernel that faults or hangs on the virtual device would kill the GPU's process and add no
 * information.
 */
static bool is_fit_for_gpu(const struct grading *grading)
{
    if (grading->failure.code != ERROR_NONE)
        return false;
    for (size_t i = 0; i < grading->cases.count; i++) {
        const struct case_result *result = grading->records[i].result;
        if (!result || result->outcome != CASE_RAN || observation_unsafe(result->observation))
            return false;
    }
    return true;
}

bool grade_run_cases(struct grading *grading, struct error *error)
{
    struct grader *grader = grading->grader;
    grading->job.programs[0] =
        build_program(JOB_LEARNER, grading->verdict->source, grading->plan, grading->compiled, grading->arena);
    grading_progress(grading, STAGE_CASES, 0, (int)grading->cases.count);
    if (!run_on(grading, grader->virtual_child, keep_virtual, error))
        return false;
    if (!grading->on_cuda || !is_fit_for_gpu(grading))
        return true;
    for (size_t i = 0; i < grading->job.case_count; i++)
        grading->job.cases[i].checks = 0;
    return run_on(grading, grader->cuda_child, keep_cuda, error);
}

static bool keep_debug(void *context, struct case_result *result, struct error *error)
{
    struct grading *grading = context;
    (void)error;
    if (!grading->debug_observation)
        grading->debug_observation = observation_new();
    if (!grading->debug_case && (observation_unsafe(result->observation) || result->outcome == CASE_STOPPED))
        grading->debug_case = grading->job.cases[result->case_index].name;
    observation_merge(grading->debug_observation, result->observation, 0);
    observation_free(result->observation);
    return true;
}

/* Code of -G takes many times as long, and a plan or a tile does much work even on few elements. */
static bool is_affordable(const struct grading *grading, size_t index, uint64_t *work)
{
    const struct case_result *result = grading->records[index].result;
    uint64_t issued = result ? observation_issued(result->observation) : 0;
    if (index == 0)
        return issued <= DEBUG_FIRST_WORK_MAX;
    *work += issued;
    return grading->cases.items[index].elements <= DEBUG_ELEMENTS_MAX && *work <= DEBUG_WORK_MAX;
}

bool grade_run_debug(struct grading *grading, struct error *error)
{
    struct job job = grading->job;
    uint64_t work = 0;
    size_t answered;
    job.case_count = 0;
    job.cases = ARENA_ARRAY(grading->arena, GRADE_DEBUG_CASES, struct job_case);
    for (size_t i = 0; i < grading->cases.count && job.case_count < GRADE_DEBUG_CASES; i++) {
        if (!is_affordable(grading, i, &work))
            break;
        job.cases[job.case_count] = grading->cases.items[i].job;
        job.cases[job.case_count].compare = false;
        job.cases[job.case_count].has_budget = false;
        job.cases[job.case_count].instruction_limit *= DEBUG_INSTRUCTIONS;
        job.cases[job.case_count++].checks = DEVICE_CHECK_ALL;
    }
    if (job.case_count == 0)
        return true;
    job.programs = ARENA_ARRAY(grading->arena, job.program_count, struct job_program);
    memcpy(job.programs, grading->job.programs, job.program_count * sizeof *job.programs);
    job.programs[0] =
        build_program(JOB_LEARNER, grading->verdict->source, grading->plan, grading->compiled_debug, grading->arena);
    struct device_child_watch watch = watch_of(grading);
    struct error failure = {0};
    if (device_child_run(grading->grader->virtual_child, &job, &watch, grading->arena, keep_debug, grading, &answered,
                         &failure) ||
        is_verdict(grading, answered, &job, &failure))
        return true;
    *error = failure;
    return false;
}
