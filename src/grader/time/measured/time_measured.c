/* The time on the GPU: the parent's side. measure_run.c is the worker's side. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "grader/time/measured/measure_comparison.h"
#include "grader/time/measured/roofline_store.h"
#include "grader/time/measured/time_measured.h"
#include "grader/time/time_job.h"
#include "grader/time/time_medal.h"
#include "grader/value/sentence.h"

enum { MEASURE_DEADLINE_MS = 25000, MEASURE_GRACE_MS = 3000 };

#define ROOFLINE_KERNELS "calibration/roofline.cu"

static const char *note(struct grading *grading, const char *text)
{
    return grading->verdict->time.note = arena_strdup(grading->verdict->arena, text);
}

static const char *try_again(struct grading *grading, const char *why)
{
    return note(grading, sentence_text(grading->arena, SENTENCE_NOT_RECORDED, FIELDS({"why", why})));
}

/* --- the job ---------------------------------------------------------------------------------- */

static void add_program(struct grading *grading, struct job *job, enum job_role role, const struct built *built)
{
    struct job_program program = build_program_of(role, built, grading->arena);
    time_job_add(job, &program);
}

/* The solution is the baseline of medals. If it is missing, the reference is. */
static void add_solution(struct grading *grading, struct job *job)
{
    struct job_program solution;
    if (time_job_solution(grading, JOB_SOLUTION, &solution))
        time_job_add(job, &solution);
}

static bool add_comparer(struct grading *grading, struct job *job, struct error *error)
{
    const struct built *built;
    struct build_request request = {.source = measure_kernels_source(), .architecture = grading->architecture};
    if (!build_file(grading->grader->cache, grading->grader->machine_compiler, &request, &built, error))
        return false;
    add_program(grading, job, JOB_COMPARER, built);
    return true;
}

/* The judging GPU already has a worker. */
static const struct device_properties *gpu_of(struct grading *grading)
{
    static const struct device_properties unknown;
    const struct worker_opened *opened;
    return device_child_open(grading->grader->cuda_child, &opened, NULL) ? &opened->properties : &unknown;
}

/* Measured once per GPU. Without its kernels there is no percentage. */
static void add_roofline(struct grading *grading, struct job *job)
{
    struct grader *grader = grading->grader;
    struct source source;
    struct build_request request = {.source = &source, .architecture = grading->architecture};
    const struct built *built;
    if (grader->roofline.copy_bytes_per_second > 0 ||
        roofline_store_find(grader->settings.state_dir, gpu_of(grading), &grader->roofline))
        return;
    if (build_read_source(grading->request->curriculum->root, "kernels", ROOFLINE_KERNELS, grading->arena, &source,
                          NULL) &&
        build_file(grader->cache, grader->machine_compiler, &request, &built, NULL))
        add_program(grading, job, JOB_ROOFLINE, built);
}

static bool make_job(struct grading *grading, struct job *out_job, struct error *error)
{
    struct job job;
    if (!time_job_begin(grading, MEASURE_DEADLINE_MS, &job, error) || !add_comparer(grading, &job, error))
        return false;
    add_solution(grading, &job);
    add_roofline(grading, &job);
    *out_job = job;
    return true;
}

/* --- the result ------------------------------------------------------------------------------- */

static struct time_limits limits_of(const struct exercise *exercise, const struct job_case *given,
                                    const struct time_result *time)
{
    return (struct time_limits){.bytes = time_job_evaluate(exercise->bytes, given),
                                .flops = time_job_evaluate(exercise->flops, given),
                                .l2_bytes = (double)time->l2_bytes,
                                .bytes_per_second = time->dram_bytes_per_second,
                                .flops_per_second = time->fp32_flops};
}

/* The rate of a kernel on this GPU, or of tensor cores by the datasheet. 0: unknown. */
static double peak_flops(const struct exercise *exercise, const struct roofline *roofline,
                         const struct time_result *result)
{
    return exercise_is_fp32_work(exercise) ? roofline->fp32_flops : result->fp16_flops;
}

static void set_roofline(const struct exercise *exercise, const struct time_limits *limits,
                         const struct roofline *roofline, const struct time_result *result, struct time_verdict *time)
{
    double memory_us = 0, arithmetic_us = 0, flops = peak_flops(exercise, roofline, result);
    if (roofline->copy_bytes_per_second > 0)
        memory_us = limits->bytes / roofline->copy_bytes_per_second * 1e6;
    if (flops > 0)
        arithmetic_us = limits->flops / flops * 1e6;
    if (fmax(memory_us, arithmetic_us) > 0) {
        time->roofline_percent = 100 * fmax(memory_us, arithmetic_us) / time->microseconds;
        time->limiter = memory_us >= arithmetic_us        ? "DRAM bandwidth"
                        : exercise_is_fp32_work(exercise) ? "FP32 arithmetic"
                                                          : "tensor cores";
    }
}

static void fill_time(struct grading *grading, const struct job_case *given, const struct time_result *result)
{
    struct verdict *verdict = grading->verdict;
    const struct exercise *exercise = grading->request->exercise;
    struct time_limits limits = limits_of(exercise, given, result);
    double seconds = result->learner_ns.median * 1e-9;
    if (result->roofline.copy_bytes_per_second > 0) {
        grading->grader->roofline = result->roofline;
        roofline_store_keep(grading->grader->settings.state_dir, gpu_of(grading), &result->roofline);
    }
    verdict->time = (struct time_verdict){
        .available = true,
        .device = verdict->architecture,
        .architecture = arena_strdup(verdict->arena, grading->architecture),
        .microseconds = result->learner_ns.median / 1e3,
        .interval = (result->learner_ns.high - result->learner_ns.low) / 2e3,
        .ratio_to_solution = result->baseline_is_solution ? result->ratio.median : 0,
        .ratio_to_reference = result->baseline_is_solution ? result->reference_ratio : result->ratio.median,
        .bytes_per_second = limits.bytes / seconds,
        .flops_per_second = limits.flops / seconds,
    };
    verdict->trust = VERDICT_TRUST_MEASURED;
    set_roofline(exercise, &limits, &grading->grader->roofline, result, &verdict->time);
    verdict->time.medal = time_medal(&exercise->targets, time_ratio(&exercise->targets, &verdict->time));
}

/* A time below the GPU's limits is a measurement error or a trick, and earns no medal. */
static void take_time(struct grading *grading, const struct job_case *given, const struct time_result *result)
{
    struct verdict *verdict = grading->verdict;
    struct time_limits limits = limits_of(grading->request->exercise, given, result);
    if (result->status != TIMING_RECORDED) {
        try_again(grading, time_result_said(result, grading->arena));
        return;
    }
    if (result->learner_ns.median < time_least_ns(&limits)) {
        note(grading,
             sentence_text(grading->arena, SENTENCE_FASTER_THAN_POSSIBLE,
                           FIELDS({"unit", arena_printf(grading->arena, "%ss", text_micro())},
                                  {"time", arena_printf(grading->arena, "%.1f", result->learner_ns.median / 1e3)},
                                  {"least", arena_printf(grading->arena, "%.1f", time_least_ns(&limits) / 1e3)})));
        verdict->not_certifiable_why = verdict->time.note;
        return;
    }
    fill_time(grading, given, result);
}

/* Reports the failure of a right kernel. The judge decides its status. */
static void fail(struct grading *grading, enum time_failure_kind kind, const struct job_case *given,
                 const struct case_result *result, struct time_failure *out_failure)
{
    note(grading,
         sentence_row(kind == TIME_FAILURE_REFUSED ? SENTENCE_NOT_MEASURED : SENTENCE_NOT_MEASURED_FAILS).text);
    *out_failure = (struct time_failure){.kind = kind, .given = given, .result = result};
}

static enum time_failure_kind failure_of(const struct case_result *result)
{
    if (result->outcome == CASE_REFUSED)
        return TIME_FAILURE_REFUSED;
    if (result->outcome != CASE_STOPPED)
        return TIME_FAILURE_WRONG;
    return result->observation->timed_out ? TIME_FAILURE_NO_END : TIME_FAILURE_FAULT;
}

static void take_result(struct grading *grading, const struct job_case *given, const struct case_result *result,
                        struct time_failure *out_failure)
{
    bool is_wrong = result->time && result->time->status == TIMING_WRONG;
    if (result->outcome == CASE_REFERENCE || !result->time)
        try_again(grading, result->refusal.message);
    else if (result->outcome != CASE_RAN || is_wrong)
        fail(grading, failure_of(result), given, result, out_failure);
    else
        take_time(grading, given, result->time);
}

/* --- the run ---------------------------------------------------------------------------------- */

static bool keep(void *context, struct case_result *result, struct error *error)
{
    struct case_result **kept = context;
    (void)error;
    *kept = result;
    return true;
}

/* The worker died or hung: the kernel is right on every case, but not at this size. */
static bool take_death(struct grading *grading, const struct job_case *given, const struct error *death,
                       struct time_failure *out_failure, struct error *error)
{
    if (death->code == ERROR_CANCELLED) {
        *error = *death;
        return false;
    }
    if (death->code == ERROR_TIMEOUT || death->code == ERROR_CRASH)
        fail(grading, death->code == ERROR_TIMEOUT ? TIME_FAILURE_NO_END : TIME_FAILURE_DIED, given, NULL, out_failure);
    else
        try_again(grading, death->message);
    return true;
}

static bool run_job(struct grading *grading, const struct job *job, struct time_failure *out_failure,
                    struct error *error)
{
    int64_t limit_ns = (int64_t)(MEASURE_DEADLINE_MS + MEASURE_GRACE_MS) * 1000000;
    struct device_child_watch watch = {.deadline_ns = clock_deadline_ns(limit_ns),
                                       .cancelled = grading->request->cancelled,
                                       .context = grading->request->context};
    struct case_result *result = NULL;
    struct error death = {0};
    size_t answered;
    bool done =
        device_child_run(grading->grader->cuda_child, job, &watch, grading->arena, keep, &result, &answered, &death);
    if (done && result)
        take_result(grading, &job->cases[0], result, out_failure);
    if (result && out_failure->result != result)
        observation_free(result->observation);
    return done || take_death(grading, &job->cases[0], &death, out_failure, error);
}

bool time_measured(struct grading *grading, struct time_failure *out_failure, struct error *error)
{
    struct verdict *verdict = grading->verdict;
    struct error failure = {0};
    struct job job;
    if (!grading->on_cuda || verdict->status != VERDICT_PASS)
        return true;
    if (!grading->request->exercise->bench || grading->request->exercise->expect_trap) {
        note(grading, sentence_row(SENTENCE_NOT_TIMED).text);
        verdict->trust = VERDICT_TRUST_MEASURED;
        return true;
    }
    grading_progress(grading, STAGE_TIME, 0, 1);
    if (make_job(grading, &job, &failure))
        return run_job(grading, &job, out_failure, error);
    try_again(grading, failure.message);
    return true;
}
