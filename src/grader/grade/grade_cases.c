/* Building the job and running it. */
#include <string.h>

#include "base/clock.h"
#include "grader/grade/grade.h"
#include "grader/value/merge.h"
#include "grader/worker/case_exchange.h"

enum {
    DEVICE_DEADLINE_MS = 20000, /* of one submission, where the settings say nothing */
    KILL_GRACE_MS = 2000,       /* the worker ends itself at its deadline; this long after it is killed */
    DEBUG_CASES = 3,
    DEBUG_INSTRUCTIONS = 8, /* for each that an optimised kernel takes */
    DEBUG_ELEMENTS_MAX = 2048,
};

void grade_progress(const struct grading *grading, enum grader_stage stage, int done, int total)
{
    if (grading->request->progress)
        grading->request->progress(grading->request->context, stage, done, total);
}

static bool add_course_program(struct grading *grading, enum job_role role, const char *parameter, const char *relative,
                               const struct parameter *extra, struct error *error)
{
    const struct built *built;
    struct grader *grader = grading->grader;
    if (grading->job.program_count == JOB_PROGRAMS_MAX)
        return error_set(error, ERROR_RANGE, "an exercise needs more than %d programs", JOB_PROGRAMS_MAX);
    if (!build_course_kernel(grader->cache, grader->optimised, grading->request->curriculum, grading->request->exercise,
                             relative, extra, grading->architecture, &built, error))
        return false;
    grading->job.programs[grading->job.program_count++] =
        build_program(role, parameter, &built->source, built->plan, built->result, grading->arena);
    return true;
}

static bool add_course_programs(struct grading *grading, struct error *error)
{
    const struct exercise *exercise = grading->request->exercise;
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        if (parameter->init_kernel &&
            !add_course_program(grading, JOB_GENERATOR, parameter->name, parameter->init_kernel, NULL, error))
            return false;
    }
    if (exercise->reference && !add_course_program(grading, JOB_REFERENCE, "", exercise->reference, NULL, error))
        return false;
    if (!exercise->checker)
        return true;
    struct parameter *failures = ARENA_NEW(grading->arena, struct parameter);
    *failures = (struct parameter){.name = "failures", .dtype = DTYPE_U32, .role = PARAMETER_OUT, .rank = 1};
    failures->shape[0] = expression_parse_text(grading->arena, "2", error);
    return failures->shape[0] && add_course_program(grading, JOB_CHECKER, "", exercise->checker, failures, error);
}

bool grade_prepare_job(struct grading *grading, struct error *error)
{
    const struct exercise *exercise = grading->request->exercise;
    uint32_t deadline_ms = grading->grader->settings.deadline_ms;
    struct job *job = &grading->job;
    *job = (struct job){.seed = grading->seed,
                        .deadline_ms = deadline_ms ? deadline_ms : DEVICE_DEADLINE_MS,
                        .parameters = exercise->parameters,
                        .parameter_count = exercise->parameter_count,
                        .tolerance = exercise->tolerance,
                        .reduction_length = exercise->reduction_length,
                        .programs = ARENA_ARRAY(grading->arena, JOB_PROGRAMS_MAX, struct job_program),
                        .program_count = 1}; /* the learner's comes first */
    if (!add_course_programs(grading, error) ||
        !cases_plan(exercise, grading->seed, grading->arena, &grading->cases, error))
        return false;
    job->case_count = grading->cases.count;
    job->cases = ARENA_ARRAY(grading->arena, job->case_count, struct job_case);
    for (size_t i = 0; i < job->case_count; i++)
        job->cases[i] = grading->cases.items[i].job;
    grading->records = ARENA_ARRAY(grading->arena, job->case_count, struct case_record);
    return true;
}

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
    grade_progress(grading, STAGE_CASES, (int)grading->done, (int)grading->cases.count);
    return true;
}

/* What a trial on the virtual device explained holds for a GPU's result with as many wrong elements. */
static void take_explanations(const struct case_result *from, struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count && i < from->buffer_count; i++) {
        const struct buffer_result *tried = &from->buffers[i];
        struct buffer_result *buffer = &result->buffers[i];
        bool is_same = tried->parameter == buffer->parameter && tried->wrong_count == buffer->wrong_count &&
                       tried->unwritten_count == buffer->unwritten_count;
        if (!is_same || !case_exchange_tells(tried->pattern.kind))
            continue;
        buffer->pattern = tried->pattern;
        buffer->pattern_input = tried->pattern_input;
        buffer->pattern_other = tried->pattern_other;
    }
}

/* Findings and counters stay those of the virtual device; right or wrong is what the GPU says. */
static bool keep_cuda(void *context, struct case_result *result, struct error *error)
{
    struct grading *grading = context;
    struct case_record *record = &grading->records[result->case_index];
    (void)error;
    observation_free(result->observation);
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

/* A worker that died or hung is the learner's doing, and a verdict; other errors are ours. */
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

/* A kernel that faults or hangs on the virtual device would cost the GPU's process and tell nothing new. */
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
        build_program(JOB_LEARNER, "", grading->verdict->source, grading->plan, grading->compiled, grading->arena);
    grade_progress(grading, STAGE_CASES, 0, (int)grading->cases.count);
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

bool grade_run_debug(struct grading *grading, struct error *error)
{
    struct job job = grading->job;
    size_t answered;
    job.case_count = 0;
    job.cases = ARENA_ARRAY(grading->arena, DEBUG_CASES, struct job_case);
    for (size_t i = 0; i < grading->cases.count && job.case_count < DEBUG_CASES; i++) {
        if (i && grading->cases.items[i].elements > DEBUG_ELEMENTS_MAX)
            break;
        job.cases[job.case_count] = grading->cases.items[i].job;
        job.cases[job.case_count].compare = false;
        job.cases[job.case_count].instruction_limit *= DEBUG_INSTRUCTIONS;
        job.cases[job.case_count++].checks = DEVICE_CHECK_ALL;
    }
    job.programs = ARENA_ARRAY(grading->arena, job.program_count, struct job_program);
    memcpy(job.programs, grading->job.programs, job.program_count * sizeof *job.programs);
    job.programs[0] = build_program(JOB_LEARNER, "", grading->verdict->source, grading->plan, grading->compiled_debug,
                                    grading->arena);
    struct device_child_watch watch = watch_of(grading);
    struct error failure = {0};
    if (device_child_run(grading->grader->virtual_child, &job, &watch, grading->arena, keep_debug, grading, &answered,
                         &failure) ||
        is_verdict(grading, answered, &job, &failure))
        return true;
    *error = failure;
    return false;
}
