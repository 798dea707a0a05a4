/*
 * The time on a modelled GPU: the parent's side. model_run.c is the worker's side.
 *
 * There are three questions. How long does the learner's plan take, and are the values right that
 * its sampled blocks write? How long do the solution and the reference take (asked once and kept)?
 * With `full`, is every element right (time_full.h)? All times use the same blocks for every seed,
 * so two times differ only by their kernels. A medal needs a comparison.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "base/told.h"
#include "device/modelling.h"
#include "grader/time/full/time_full.h"
#include "grader/time/modelled/limit_text.h"
#include "grader/time/modelled/new_way.h"
#include "grader/time/modelled/time_baselines.h"
#include "grader/time/modelled/time_budget.h"
#include "grader/time/modelled/time_modelled.h"
#include "grader/time/time_job.h"
#include "grader/time/time_medal.h"
#include "grader/value/counter.h"
#include "grader/value/sentence.h"

/* For two samples, and two whole runs of 40 million warp instructions, on a busy machine too. */
enum { VALUES_DEADLINE_MS = 60000 };

struct modelling {
    struct grading *grading;
    struct job job; /* the learner's program, the job's other programs and the bench case */
    struct time_result learner;
    struct time_baselines baselines;
    struct time_failure *failure; /* reported to the judge */
};

static const struct model_figure *baseline_of(const struct modelling *modelling)
{
    return modelling->baselines.solution.elapsed_ns > 0 ? &modelling->baselines.solution
                                                        : &modelling->baselines.reference;
}

static void note(struct grading *grading, const char *text)
{
    grading->verdict->time.note = arena_strdup(grading->verdict->arena, text);
}

/* --- the result ------------------------------------------------------------------------------- */

/*
 * The model's errors are alike for similar kernels. So its error counts only for the part in which
 * the two differ.
 */
static double ratio_error(const struct model_figure *learner, const struct model_figure *baseline)
{
    double ratio = baseline->elapsed_ns / learner->elapsed_ns;
    return fabs(ratio - 1) * fmax(learner->error, baseline->error);
}

static double ratio_to(const struct model_figure *baseline, double learner_ns)
{
    return baseline->elapsed_ns / learner_ns;
}

static double roofline_us(const struct exercise *exercise, const struct time_result *result, double bytes, double flops)
{
    double peak = exercise_is_fp32_work(exercise) ? result->fp32_flops : result->fp16_flops;
    double memory = result->dram_bytes_per_second > 0 ? bytes / result->dram_bytes_per_second : 0;
    double arithmetic = peak > 0 ? flops / peak : 0;
    return fmax(memory, arithmetic) * 1e6;
}

/* By the lower end of the ratio's interval (-1) or its upper end (1). */
static enum medal medal_at(const struct modelling *modelling, const struct time_verdict *time, int end)
{
    const struct targets *targets = &modelling->grading->request->exercise->targets;
    const struct model_figure *baseline = baseline_of(modelling);
    double ratio = time_ratio(targets, time), spread = 0;
    if (ratio > 0 && baseline->elapsed_ns > 0)
        spread = fmin(1, ratio_error(&modelling->learner.model, baseline) /
                             ratio_to(baseline, modelling->learner.model.elapsed_ns));
    return time_medal(targets, ratio * (1 + end * spread));
}

/*
 * Gives the medal at the lower end, and a note if the upper end earns a better one. Where nothing
 * was compared, speed earns no medal.
 */
static void give_medal(const struct modelling *modelling)
{
    struct verdict *verdict = modelling->grading->verdict;
    enum medal medal = medal_at(modelling, &verdict->time, -1);
    if (verdict->trust != VERDICT_TRUST_NONE)
        verdict->time.medal = medal;
    if (medal_at(modelling, &verdict->time, 1) != medal && !verdict->time.note)
        note(modelling->grading, sentence_row(SENTENCE_MEDAL_UNCERTAIN).text);
}

/*
 * Appends the last sentence about a right kernel: its limit, and the gain from removing it. At the
 * limit no room is left, whatever the counters show.
 */
static void say_limiter(struct verdict *verdict, bool is_at_limit)
{
    const char *before = is_at_limit ? sentence_row(SENTENCE_PASS).text : verdict->message ? verdict->message : "";
    if (!*verdict->time.limiter)
        return;
    verdict->message = arena_printf(verdict->arena, "%s%s%s", before, text_gap_after(before), verdict->time.limiter);
}

/* No kernel beats the datasheet. If the model says so, the datasheet's time counts. */
static double possible_us(const struct time_result *result, double bytes, double flops)
{
    struct time_limits limits = {.bytes = bytes,
                                 .flops = flops,
                                 .l2_bytes = (double)result->l2_bytes,
                                 .bytes_per_second = result->dram_bytes_per_second,
                                 .flops_per_second = result->fp32_flops};
    return fmax(result->learner_ns.median, time_least_ns(&limits)) / 1e3;
}

/* The time, and what it is compared with. */
static struct time_verdict compare_time(const struct modelling *modelling)
{
    const struct exercise *exercise = modelling->grading->request->exercise;
    const struct time_result *result = &modelling->learner;
    double bytes = time_job_evaluate(exercise->bytes, modelling->job.cases);
    double flops = time_job_evaluate(exercise->flops, modelling->job.cases);
    double us = possible_us(result, bytes, flops);
    return (struct time_verdict){
        .available = true,
        .modelled = true,
        .basis = result->basis,
        .microseconds = us,
        .alone_microseconds = result->alone_ns / 1e3,
        .interval = (result->learner_ns.high - result->learner_ns.low) / 2e3,
        .roofline_percent = 100 * roofline_us(exercise, result, bytes, flops) / us,
        .ratio_to_solution = ratio_to(&modelling->baselines.solution, us * 1e3),
        .ratio_to_best = ratio_to(&modelling->baselines.best, us * 1e3),
        .ratio_to_reference = ratio_to(&modelling->baselines.reference, us * 1e3),
        .bytes_per_second = bytes / us * 1e6,
        .flops_per_second = flops / us * 1e6,
    };
}

static void fill_time(const struct modelling *modelling)
{
    struct verdict *verdict = modelling->grading->verdict;
    struct time_verdict time = compare_time(modelling);
    const struct exercise *exercise = modelling->grading->request->exercise;
    double bytes = time_job_evaluate(exercise->bytes, modelling->job.cases);
    bool is_at_limit;
    time.device = time.architecture = verdict->architecture;
    time.limiter = limit_text(verdict->arena, exercise, &modelling->learner, bytes, &time, &is_at_limit);
    time.note = verdict->time.note;
    verdict->time = time;
    give_medal(modelling);
    say_limiter(verdict, is_at_limit);
}

enum medal time_modelled_medal(struct grading *grading, const struct job *job, const struct time_result *learner,
                               const struct time_baselines *baselines)
{
    struct modelling modelling = {.grading = grading, .job = *job, .learner = *learner, .baselines = *baselines};
    struct time_verdict time = compare_time(&modelling);
    return medal_at(&modelling, &time, -1);
}

static void not_modelled(struct grading *grading, const char *why)
{
    note(grading, sentence_text(grading->arena, SENTENCE_NOT_MODELLED, FIELDS({"why", why})));
}

/* The kernel fails at this size, but on no case. */
static void fail(const struct modelling *modelling, enum time_failure_kind kind, const char *what)
{
    *modelling->failure = (struct time_failure){
        .kind = kind, .given = modelling->job.cases, .what = arena_strdup(modelling->grading->arena, what)};
    note(modelling->grading, sentence_row(SENTENCE_NOT_MODELLED_FAILS).text);
}

/* --- the stage -------------------------------------------------------------------------------- */

/* Whether the run itself shows the kernel to be wrong or unsafe. That is then the verdict. */
static bool is_at_fault(const struct modelling *modelling, const struct time_result *time)
{
    struct arena *arena = modelling->grading->arena;
    const char *said = time_result_said(time, arena);
    if (time->status == TIMING_WRONG)
        fail(modelling, TIME_FAILURE_WRONG, said);
    else if (time->status == TIMING_REFUSED)
        fail(modelling, TIME_FAILURE_REFUSED, said);
    else if (time->status == TIMING_STOPPED && time->never_ends)
        fail(modelling, TIME_FAILURE_NO_END, sentence_text(arena, SENTENCE_TIMED_STUCK, FIELDS({"why", said})));
    else if (time->status == TIMING_STOPPED)
        fail(modelling, TIME_FAILURE_UNSAFE, sentence_text(arena, SENTENCE_TIMED_FAULT, FIELDS({"why", said})));
    else
        return false;
    return true;
}

static int sm_count(const struct modelling *modelling)
{
    return modelling->grading->opened->properties.sm_count;
}

/* The learner's plan and the reference, on the attempt's inputs. */
static struct job sampled_job(const struct modelling *modelling)
{
    const struct job_program *reference = job_find_program(&modelling->job, JOB_REFERENCE, "");
    struct job job = time_baselines_job(modelling->grading, &modelling->job, &modelling->job.programs[0]);
    job.seed = modelling->grading->seed;
    job.deadline_ms = VALUES_DEADLINE_MS;
    job.cases->sample_values = true;
    job.cases->block_limit = time_budget_of_block(&modelling->baselines, sm_count(modelling));
    if (reference)
        time_job_add(&job, reference);
    return job;
}

/* A right kernel that does far more than is needed. It is not timed, and passes without a medal. */
static void say_over_budget(const struct modelling *modelling)
{
    struct grading *grading = modelling->grading;
    struct verdict *verdict = grading->verdict;
    const char *why =
        time_budget_sentence(grading->arena, &modelling->learner.excess, &modelling->baselines, sm_count(modelling));
    grading->is_over_budget = true;
    grading->timed.excess = why;
    note(grading, sentence_row(SENTENCE_NOT_TIMED_WORK).text);
    verdict->message = arena_printf(verdict->arena, "%s%s%s", verdict->message ? verdict->message : "",
                                    verdict->message ? " " : "", why);
}

/* Says why there is no medal yet or, in an exercise without medals, that nothing was compared. */
static void say_not_compared(const struct modelling *modelling)
{
    struct grading *grading = modelling->grading;
    const struct exercise *exercise = grading->request->exercise;
    enum sentence_id why = !modelling->learner.is_entangled               ? SENTENCE_NO_REFERENCE
                           : modelling->learner.basis == TIME_BASIS_ZEROS ? SENTENCE_LAUNCHES_DEPEND
                                                                          : SENTENCE_BLOCKS_DEPEND;
    note(grading, sentence_text(grading->arena, exercise->targets.of ? SENTENCE_NO_MEDAL_YET : SENTENCE_NOT_COMPARED,
                                FIELDS({"why", sentence_row(why).text}, {"exercise", exercise->id})));
}

/* The figures at the size that runs whole, if it is another one than the timed size. */
static bool model_at_full_size(struct modelling *modelling, struct time_result *out_learner,
                               struct time_baselines *out_baselines, struct error *error)
{
    struct grading *grading = modelling->grading;
    struct job job = modelling->job;
    *out_learner = modelling->learner;
    *out_baselines = modelling->baselines;
    if (!grading->request->exercise->full)
        return true;
    job.cases = ARENA_NEW(grading->arena, struct job_case);
    if (!cases_plan_full_timed(grading->request->exercise, grading->seed, grading->arena, job.cases, error))
        return false;
    struct job alone = time_baselines_job(grading, &job, &job.programs[0]);
    if (!time_baselines_run(grading, &alone, out_learner, error))
        return false;
    return time_baselines_find(grading, &job, out_baselines, error);
}

/* Runs the whole launch. False: cancelled, or no sizes. */
static bool confirm(struct modelling *modelling, struct error *error)
{
    struct grading *grading = modelling->grading;
    struct time_result learner;
    struct time_baselines baselines;
    const char *why;
    if (!model_at_full_size(modelling, &learner, &baselines, error))
        return false;
    struct time_full_request request = {.job = &modelling->job,
                                        .learner = &learner.model,
                                        .counts_error = learner.counts_error,
                                        .solution = &baselines.solution,
                                        .reference = &baselines.reference};
    if (!time_full(grading, &request, modelling->failure, &why, error))
        return false;
    grading->verdict->trust = why ? VERDICT_TRUST_NONE : VERDICT_TRUST_FULL;
    if (why)
        note(grading, sentence_text(grading->arena, SENTENCE_NO_MEDAL, FIELDS({"why", why})));
    else
        grading->verdict->time.note = NULL;
    return true;
}

/* Instructions at the size that runs whole, for each at the timed size. About, by the work. */
static double share_of_full_size(const struct modelling *modelling)
{
    struct grading *grading = modelling->grading;
    const struct exercise *exercise = grading->request->exercise;
    struct job_case *full = ARENA_NEW(grading->arena, struct job_case);
    if (!exercise->full || !cases_plan_full_timed(exercise, grading->seed, grading->arena, full, NULL))
        return 1;
    const struct expression *work = exercise->flops ? exercise->flops : exercise->bytes;
    double timed = time_job_evaluate(work, modelling->job.cases);
    return timed > 0 ? time_job_evaluate(work, full) / timed : 1;
}

/* For a verdict that was not asked to run every block. */
static void estimate_full_run(const struct modelling *modelling)
{
    double share = share_of_full_size(modelling);
    struct model_figure learner = modelling->learner.model;
    struct time_baselines baselines = modelling->baselines;
    learner.issued *= share;
    baselines.solution.issued *= share;
    baselines.reference.issued *= share;
    struct time_full_request request = {
        .learner = &learner, .solution = &baselines.solution, .reference = &baselines.reference};
    modelling->grading->verdict->full_run.estimated_s = time_full_estimate_s(modelling->grading, &request);
}

static bool has_timed_gates(const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->gate_count; i++)
        if (counter_is_timed(exercise->gates[i].counter))
            return true;
    return false;
}

/* The times that gates compare with. False: cancelled. */
static bool find_others(struct modelling *modelling, struct error *error)
{
    struct grading *grading = modelling->grading;
    const struct exercise *exercise = grading->request->exercise;
    struct model_figure figure;
    grading->timed.others_ns = ARENA_ARRAY(grading->arena, exercise->gate_count + 1, double);
    for (size_t i = 0; i < exercise->gate_count; i++) {
        const char *to = exercise->gates[i].to;
        if (to && !time_baselines_kernel(grading, &modelling->job, to, &figure, error))
            return false;
        grading->timed.others_ns[i] = to ? figure.elapsed_ns : 0;
    }
    return true;
}

/* The modelled run for the gates on it. False: cancelled. */
static bool take_timed_facts(struct modelling *modelling, struct error *error)
{
    struct grading *grading = modelling->grading;
    bool has_time = modelling->learner.status == TIMING_RECORDED;
    grading->timed.learner =
        has_time ? arena_memdup(grading->arena, &modelling->learner, sizeof modelling->learner) : NULL;
    grading->timed.why_not = has_time ? NULL : time_result_said(&modelling->learner, grading->arena);
    if (has_time && modelling->learner.timeline)
        verdict_keep_timeline(grading->verdict, modelling->learner.timeline, modelling->job.cases->name);
    return !has_timed_gates(grading->request->exercise) || find_others(modelling, error);
}

/*
 * Where the plan or its kernels decide at this size as on no case, smaller cases show where that
 * leads. If none does and the sample compares nothing, a launch that the plan leaves out would
 * never be missed. Every block then runs. False: cancelled.
 */
static bool try_new_way(struct modelling *modelling, bool *out_runs_whole, struct error *error)
{
    struct grading *grading = modelling->grading;
    bool is_open = false;
    if (!new_way_try(grading, &modelling->job, &modelling->learner, &modelling->baselines, modelling->failure, &is_open,
                     error))
        return false;
    bool is_timed = modelling->learner.status == TIMING_RECORDED && !modelling->learner.compared;
    *out_runs_whole =
        modelling->failure->kind == TIME_FAILURE_NONE && (grading->request->full || (is_open && is_timed));
    if (modelling->failure->kind != TIME_FAILURE_NONE)
        note(grading, sentence_row(SENTENCE_NOT_MODELLED_FAILS).text);
    return true;
}

/* The first time is that of the timed size. */
static void tell_time(void *receiver, const struct time_result *time)
{
    struct modelling modelling = *(struct modelling *)receiver;
    struct grading *grading = modelling.grading;
    if (!grading->request->timed || grading->has_told_time || time->status != TIMING_RECORDED)
        return;
    grading->has_told_time = true;
    modelling.learner = *time;
    struct time_verdict told = compare_time(&modelling);
    grading->request->timed(grading->request->context, &told);
}

/* False: cancelled, or no time, with the reason. */
static bool model(struct modelling *modelling, struct error *error)
{
    struct grading *grading = modelling->grading;
    if (!time_baselines_find(grading, &modelling->job, &modelling->baselines, error))
        return false;
    struct job job = sampled_job(modelling);
    if (!time_baselines_run_told(grading, &job, tell_time, modelling, &modelling->learner, error))
        return false;
    if (is_at_fault(modelling, &modelling->learner))
        return true;
    bool has_time = modelling->learner.status == TIMING_RECORDED;
    bool is_over_budget = modelling->learner.excess.instructions > 0;
    if (!has_time && !is_over_budget && !grading->request->full)
        return error_set(error, ERROR_UNSUPPORTED, "%s", time_result_said(&modelling->learner, grading->arena));
    if (!take_timed_facts(modelling, error))
        return false;
    grading->verdict->time.note = NULL;
    grading->verdict->trust = modelling->learner.compared ? VERDICT_TRUST_SAMPLED : VERDICT_TRUST_NONE;
    if (!modelling->learner.compared)
        say_not_compared(modelling);
    estimate_full_run(modelling);
    bool runs_whole;
    if (!try_new_way(modelling, &runs_whole, error) || (runs_whole && !confirm(modelling, error)))
        return false;
    if (is_over_budget && modelling->failure->kind == TIME_FAILURE_NONE)
        say_over_budget(modelling);
    else if (!has_time)
        not_modelled(grading, time_result_said(&modelling->learner, grading->arena));
    else if (modelling->failure->kind == TIME_FAILURE_NONE)
        fill_time(modelling);
    return true;
}

/* Gates are those of the virtual device on a GPU too, where the time itself is measured. */
static bool model_for_gates(struct grading *grading, struct error *error)
{
    struct modelling modelling = {.grading = grading};
    struct error failure = {0};
    if (!has_timed_gates(grading->request->exercise))
        return true;
    if (time_job_begin(grading, TIME_MODEL_DEADLINE_MS, &modelling.job, &failure)) {
        struct job job = time_baselines_job(grading, &modelling.job, &modelling.job.programs[0]);
        if (time_baselines_run(grading, &job, &modelling.learner, &failure) && take_timed_facts(&modelling, &failure))
            return true;
    }
    if (failure.code == ERROR_CANCELLED) {
        *error = failure;
        return false;
    }
    grading->timed.why_not = arena_strdup(grading->arena, failure.message);
    return true;
}

bool time_modelled(struct grading *grading, struct time_failure *out_failure, struct error *error)
{
    struct verdict *verdict = grading->verdict;
    struct modelling modelling = {.grading = grading, .failure = out_failure};
    struct error failure = {0};
    if (verdict->status != VERDICT_PASS)
        return true;
    if (grading->on_cuda)
        return model_for_gates(grading, error);
    if (!grading->request->exercise->bench || grading->request->exercise->expect_trap) {
        note(grading, sentence_row(SENTENCE_NOT_TIMED).text);
        verdict->trust = VERDICT_TRUST_FULL;
        return true;
    }
    grading_progress(grading, STAGE_TIME, 0, 1);
    if (time_job_begin(grading, TIME_MODEL_DEADLINE_MS, &modelling.job, &failure) && model(&modelling, &failure))
        return true;
    if (failure.code == ERROR_CANCELLED) {
        *error = failure;
        return false;
    }
    grading->timed.why_not = arena_strdup(grading->arena, failure.message);
    not_modelled(grading, failure.message);
    return true;
}
