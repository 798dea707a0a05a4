/* Confirms a modelled time by the whole launch. */
#include "grader/time/full/time_full.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/jobs.h"
#include "base/text.h"
#include "grader/time/time_job.h"
#include "grader/value/observation_merge.h"
#include "grader/value/scope.h"
#include "grader/value/sentence.h"

enum { BUDGET_TIMES = 16, DEADLINE_MS = 1800000, DEADLINE_GRACE_MS = 2000 };

/*
 * By how much the counts of the launch may differ from those of its time. What the sample left
 * uncertain is added (counts_error).
 */
#define COUNTS_WITHIN 0.05
#define COUNTS_WITHIN_MOST 0.15

/*
 * What a processor takes, about, for a warp instruction with and without checks, and for a byte of
 * memory that is filled, claimed and compared. Only the estimate needs them.
 */
#define CHECKED_S 18e-9
#define PLAIN_S 10e-9
#define BYTE_S 12e-9
#define LEAST_S 1.0
enum { PROCESSORS_FOR_BYTES = 4 }; /* more do not move bytes faster */

struct confirming {
    struct grading *grading;
    const struct time_full_request *request;
    struct job job;
    int64_t began_ns;
    int estimated_s, said_s;
};

/* --- the job ---------------------------------------------------------------------------------- */

bool time_full_bytes(const struct exercise *exercise, const struct job_case *given, uint64_t *out_bytes,
                     struct error *error)
{
    enum { OF_OUTPUT = 3, BITS = 8 }; /* on the device, its claims, and the host's copy */
    struct scope scope = {given->values, given->value_count, given->devices};
    uint64_t bytes = 0;
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        uint64_t shape[SHAPE_RANK_MAX], count;
        if (parameter->role == PARAMETER_SCALAR)
            continue;
        if (!scope_shape(&scope, parameter, shape, &count, error))
            return false;
        uint64_t one = count * dtype_bytes(parameter->dtype);
        bytes += (one + one / BITS) * (parameter->role == PARAMETER_IN ? 1 : OF_OUTPUT);
    }
    *out_bytes = bytes * (uint64_t)(given->devices > 0 ? given->devices : 1);
    return true;
}

static bool is_same_program(const struct job_program *one, const struct job_program *other)
{
    return one->ptx_bytes == other->ptx_bytes && !memcmp(one->ptx, other->ptx, one->ptx_bytes);
}

/*
 * The solution judges if it runs fewer instructions than the reference, unless the learner handed
 * in the solution itself.
 */
static bool choose_judge(struct confirming *confirming, struct job_program *out_judge)
{
    const struct time_full_request *request = confirming->request;
    const struct job_program *reference = job_find_program(request->job, JOB_REFERENCE, "");
    bool is_shorter = request->solution->issued > 0 && request->solution->issued < request->reference->issued;
    if ((is_shorter || !reference) && time_job_solution(confirming->grading, JOB_REFERENCE, out_judge) &&
        !is_same_program(out_judge, &request->job->programs[0]))
        return true;
    if (reference)
        *out_judge = *reference;
    return reference != NULL;
}

static uint64_t budget_of(const struct time_full_request *request)
{
    double least = request->reference->issued > 0 ? request->reference->issued : TIME_FULL_INSTRUCTIONS_MOST;
    return (uint64_t)(BUDGET_TIMES * least);
}

static bool refuse_memory(struct arena *arena, uint64_t bytes, struct error *error)
{
    const char *text = sentence_text(arena, SENTENCE_FULL_MEMORY,
                                     FIELDS({"needed", arena_printf(arena, "%d", (int)(bytes >> 20))},
                                            {"most", arena_printf(arena, "%d", (int)(TIME_FULL_BYTES_MOST >> 20))}));
    return error_set(error, ERROR_MEMORY, "%s", text);
}

static bool make_job(struct confirming *confirming, struct error *error)
{
    struct grading *grading = confirming->grading;
    const struct job *from = confirming->request->job;
    struct job *job = &confirming->job;
    struct job_program judge;
    uint64_t bytes;
    *job = *from;
    job->deadline_ms = DEADLINE_MS;
    job->programs = ARENA_ARRAY(grading->arena, JOB_PROGRAMS_MAX, struct job_program);
    job->programs[0] = from->programs[0];
    job->program_count = 1;
    for (size_t i = 0; i < from->program_count; i++)
        if (from->programs[i].role == JOB_GENERATOR || from->programs[i].role == JOB_CHECKER)
            time_job_add(job, &from->programs[i]);
    bool has_checker = job_find_program(job, JOB_CHECKER, "") != NULL;
    if (!has_checker && !choose_judge(confirming, &judge))
        return error_set(error, ERROR_UNSUPPORTED, "%s", sentence_row(SENTENCE_FULL_NO_JUDGE).text);
    if (!has_checker)
        time_job_add(job, &judge);
    job->cases = ARENA_NEW(grading->arena, struct job_case);
    if (!cases_plan_full(grading->request->exercise, grading->seed, grading->arena, job->cases, error) ||
        !time_full_bytes(grading->request->exercise, job->cases, &bytes, error))
        return false;
    job->cases->instruction_limit = budget_of(confirming->request);
    return bytes <= TIME_FULL_BYTES_MOST || refuse_memory(grading->arena, bytes, error);
}

/* --- progress --------------------------------------------------------------------------------- */

static uint64_t total_of(const struct observation *observation, enum vgpu_counter counter)
{
    uint64_t total = 0;
    for (size_t i = 0; i < observation->kernel_count; i++)
        total += observation->kernels[i].totals[counter];
    return total;
}

static double processors(const struct grading *grading)
{
    int count = grading->grader->settings.threads;
    return count > 0 ? count : jobs_processors();
}

/* The judge is the shorter one of those that are known. */
static double issued_by_judge(const struct time_full_request *request)
{
    double solution = request->solution->issued, reference = request->reference->issued;
    return solution > 0 && reference > 0 ? fmin(solution, reference) : fmax(solution, reference);
}

double time_full_estimate_s(const struct grading *grading, const struct time_full_request *request)
{
    const struct exercise *exercise = grading->request->exercise;
    double learner = request->learner->issued, all = processors(grading);
    struct job_case given;
    uint64_t bytes = 0;
    if (learner <= 0 || !cases_plan_full(exercise, grading->seed, grading->arena, &given, NULL) ||
        !time_full_bytes(exercise, &given, &bytes, NULL))
        return 0;
    return LEAST_S + (CHECKED_S * learner + PLAIN_S * issued_by_judge(request)) / all +
           BYTE_S * (double)bytes / fmin(all, PROCESSORS_FOR_BYTES);
}

static void begin_progress(struct confirming *confirming)
{
    struct verdict_full_run *run = &confirming->grading->verdict->full_run;
    *run = (struct verdict_full_run){.estimated_s = time_full_estimate_s(confirming->grading, confirming->request),
                                     .ran = true,
                                     .budget = (double)confirming->job.cases->instruction_limit};
    confirming->began_ns = clock_monotonic_ns();
    confirming->estimated_s = (int)ceil(fmin(run->estimated_s, INT32_MAX));
    grading_progress(confirming->grading, STAGE_FULL, 0, confirming->estimated_s);
}

static void end_progress(const struct confirming *confirming, const struct case_result *result)
{
    struct verdict_full_run *run = &confirming->grading->verdict->full_run;
    run->seconds = (double)(clock_monotonic_ns() - confirming->began_ns) * 1e-9;
    if (!result)
        return;
    run->instructions = (double)total_of(result->observation, VGPU_COUNTER_WARP_INSTRUCTIONS);
    run->runs = result->runs_before + 1;
}

/* Called often while the worker runs. Reports each new second. */
static bool poll_cancelled(void *context)
{
    struct confirming *confirming = context;
    const struct grade_request *request = confirming->grading->request;
    int seconds = (int)((clock_monotonic_ns() - confirming->began_ns) / 1000000000);
    if (seconds > confirming->said_s) {
        confirming->said_s = seconds;
        grading_progress(confirming->grading, STAGE_FULL, seconds, confirming->estimated_s);
    }
    return request->cancelled && request->cancelled(request->context);
}

/* --- the result ------------------------------------------------------------------------------- */

static bool keep(void *context, struct case_result *result, struct error *error)
{
    (void)error;
    *(struct case_result **)context = result;
    return true;
}

static double sectors_of(const struct observation *observation)
{
    return (double)(total_of(observation, VGPU_COUNTER_GLOBAL_LOAD_SECTORS) +
                    total_of(observation, VGPU_COUNTER_GLOBAL_STORE_SECTORS) +
                    total_of(observation, VGPU_COUNTER_LOCAL_LOAD_SECTORS) +
                    total_of(observation, VGPU_COUNTER_LOCAL_STORE_SECTORS));
}

static bool agree(const struct time_full_request *request, double counted, double timed)
{
    double within = fmin(COUNTS_WITHIN + request->counts_error, COUNTS_WITHIN_MOST);
    return fabs(counted - timed) <= within * fmax(counted, timed);
}

static const char *say_counts(struct arena *arena, enum sentence_id id, double counted, double timed)
{
    char texts[2][TEXT_FACTOR_BYTES];
    return sentence_text(arena, id,
                         FIELDS({"counted", text_format_factor(counted / 1e6, texts[0])},
                                {"timed", text_format_factor(timed / 1e6, texts[1])}));
}

/* Whether the launch did what its time was computed from. Without a time, it has no medal. */
static const char *compare_counts(const struct confirming *confirming, const struct observation *observation)
{
    const struct model_figure *timed = confirming->request->learner;
    double issued = (double)total_of(observation, VGPU_COUNTER_WARP_INSTRUCTIONS), sectors = sectors_of(observation);
    if (timed->elapsed_ns <= 0)
        return NULL;
    if (!agree(confirming->request, issued, timed->issued))
        return say_counts(confirming->grading->arena, SENTENCE_FULL_INSTRUCTIONS, issued, timed->issued);
    if (!agree(confirming->request, sectors, timed->sectors))
        return say_counts(confirming->grading->arena, SENTENCE_FULL_SECTORS, sectors, timed->sectors);
    return NULL;
}

static bool has_wrong(const struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count; i++)
        if (result->buffers[i].wrong_count)
            return true;
    return result->changed_input != NULL;
}

enum time_failure_kind time_full_failure(const struct case_result *result)
{
    if (observation_endangers(result->observation))
        return TIME_FAILURE_UNSAFE;
    if (result->outcome == CASE_REFUSED)
        return TIME_FAILURE_REFUSED;
    if (result->outcome == CASE_STOPPED)
        return result->observation->deadlocked ? TIME_FAILURE_NO_END : TIME_FAILURE_FAULT;
    return has_wrong(result) ? TIME_FAILURE_WRONG : TIME_FAILURE_NONE;
}

static bool is_too_slow(const struct case_result *result)
{
    return result->outcome == CASE_STOPPED && result->observation->timed_out &&
           !observation_endangers(result->observation);
}

static const char *judge(struct confirming *confirming, const struct case_result *result,
                         struct time_failure *out_failure)
{
    enum time_failure_kind kind = time_full_failure(result);
    if (result->outcome == CASE_REFERENCE)
        return arena_strdup(confirming->grading->arena, result->refusal.message);
    if (is_too_slow(result)) {
        *out_failure = (struct time_failure){
            .kind = TIME_FAILURE_TOO_SLOW, .given = confirming->job.cases, .result = result, .is_whole = true};
        return sentence_row(SENTENCE_FULL_TOO_SLOW).text;
    }
    if (kind == TIME_FAILURE_NONE)
        return compare_counts(confirming, result->observation);
    *out_failure =
        (struct time_failure){.kind = kind, .given = confirming->job.cases, .result = result, .is_whole = true};
    return sentence_row(SENTENCE_FULL_FAILS).text;
}

/* A worker that died is the kernel's doing. */
static bool judge_death(struct confirming *confirming, const struct error *death, struct time_failure *out_failure,
                        const char **out_why, struct error *error)
{
    if (death->code == ERROR_CANCELLED) {
        *error = *death;
        return false;
    }
    *out_why = arena_strdup(confirming->grading->arena, death->message);
    if (death->code == ERROR_CRASH)
        *out_failure =
            (struct time_failure){.kind = TIME_FAILURE_DIED, .given = confirming->job.cases, .is_whole = true};
    return true;
}

bool time_full(struct grading *grading, const struct time_full_request *request, struct time_failure *out_failure,
               const char **out_why, struct error *error)
{
    struct confirming confirming = {.grading = grading, .request = request};
    struct case_result *result = NULL;
    struct error failure = {0};
    size_t answered;
    if (!make_job(&confirming, &failure)) {
        *out_why = arena_strdup(grading->arena, failure.message);
        return true;
    }
    begin_progress(&confirming);
    struct device_child_watch watch = {.deadline_ns =
                                           clock_deadline_ns(INT64_C(1000000) * (DEADLINE_MS + DEADLINE_GRACE_MS)),
                                       .cancelled = poll_cancelled,
                                       .context = &confirming};
    bool done = device_child_run(grading->grader->virtual_child, &confirming.job, &watch, grading->arena, keep, &result,
                                 &answered, &failure);
    end_progress(&confirming, done ? result : NULL);
    if (!done)
        return judge_death(&confirming, &failure, out_failure, out_why, error);
    *out_why = result ? judge(&confirming, result, out_failure) : sentence_row(SENTENCE_FULL_NO_ANSWER).text;
    if (result && out_failure->result != result)
        observation_free(result->observation);
    return true;
}
