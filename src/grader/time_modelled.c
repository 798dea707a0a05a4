/* The time on a GPU that is not there: the parent's side. The worker's is model_run.c. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "grader/grade_internal.h"
#include "grader/scope_internal.h"
#include "grader/time_medal_internal.h"

enum { MODEL_DEADLINE_MS = 15000, MODEL_GRACE_MS = 1000 };

static void note(struct grading *grading, const char *text)
{
    grading->verdict->time.note = arena_strdup(grading->verdict->arena, text);
}

static void add_solution(struct grading *grading, struct job *job)
{
    const struct exercise *exercise = grading->request->exercise;
    struct grader *grader = grading->grader;
    const struct built *built;
    if (exercise->solution && job->program_count < JOB_PROGRAMS_MAX &&
        build_solution(grader->cache, grader->optimised, grading->request->curriculum, exercise, grading->architecture,
                       &built, NULL))
        job->programs[job->program_count++] =
            build_program(JOB_SOLUTION, "", &built->source, built->plan, built->result, grading->arena);
}

static bool make_job(struct grading *grading, struct job *out_job, struct error *error)
{
    struct job job = grading->job;
    job.deadline_ms = MODEL_DEADLINE_MS;
    job.programs = ARENA_ARRAY(grading->arena, JOB_PROGRAMS_MAX, struct job_program);
    memcpy(job.programs, grading->job.programs, job.program_count * sizeof *job.programs);
    job.programs[0] =
        build_program(JOB_LEARNER, "", grading->verdict->source, grading->plan, grading->compiled, grading->arena);
    job.cases = ARENA_NEW(grading->arena, struct job_case);
    job.case_count = 1;
    if (!cases_plan_bench(grading->request->exercise, grading->seed, grading->arena, job.cases, error))
        return false;
    add_solution(grading, &job);
    *out_job = job;
    return true;
}

/* --- what came out ------------------------------------------------------------------------------------------------ */

static double evaluate(const struct expression *expression, const struct job_case *given)
{
    struct scope scope = {given->values, given->value_count};
    struct expression_environment environment = scope_environment(&scope);
    struct value value;
    if (!expression || !expression_evaluate(expression, &environment, &value, NULL))
        return 0;
    return fmax(value.is_real ? value.real : (double)value.integer, 0);
}

static double roofline_us(const struct time_result *result, double bytes, double flops)
{
    double memory = result->dram_bytes_per_second > 0 ? bytes / result->dram_bytes_per_second : 0;
    double arithmetic = result->fp32_flops > 0 ? flops / result->fp32_flops : 0;
    return fmax(memory, arithmetic) * 1e6;
}

/* The medal at the lower end of the ratio's interval; a note where the upper end would bring a better one. */
static void give_medal(struct grading *grading, const struct time_result *result)
{
    const struct targets *targets = &grading->request->exercise->targets;
    struct time_verdict *time = &grading->verdict->time;
    double ratio = time_ratio(targets, time), spread = 0;
    if (ratio > 0 && result->ratio.median > 0)
        spread = (result->ratio.median - result->ratio.low) / result->ratio.median;
    time->medal = time_medal(targets, ratio * (1 - spread));
    if (time_medal(targets, ratio * (1 + spread)) != time->medal)
        note(grading, "modelled: the model's error could decide the medal, the lower one counts");
}

/* The last sentence of a verdict on a right kernel: what limits it, and what that is worth. */
static void say_limiter(struct verdict *verdict)
{
    const char *before = verdict->message ? verdict->message : "";
    if (verdict->status == VERDICT_PASS || verdict->status == VERDICT_SLOW)
        verdict->message = arena_printf(verdict->arena, "%s%s%s.", before, *before ? " " : "", verdict->time.limiter);
}

/* No kernel is faster than the datasheet: a model that says so is wrong, and the datasheet's time counts. */
static double possible_us(const struct time_result *result, double bytes, double flops)
{
    struct time_limits limits = {.bytes = bytes,
                                 .flops = flops,
                                 .l2_bytes = (double)result->l2_bytes,
                                 .bytes_per_second = result->dram_bytes_per_second,
                                 .flops_per_second = result->fp32_flops};
    return fmax(result->learner_ns.median, time_least_ns(&limits)) / 1e3;
}

static void fill_time(struct grading *grading, const struct job_case *given, const struct time_result *result)
{
    struct verdict *verdict = grading->verdict;
    const struct exercise *exercise = grading->request->exercise;
    double bytes = evaluate(exercise->bytes, given), flops = evaluate(exercise->flops, given);
    double us = possible_us(result, bytes, flops), slower = us * 1e3 / result->learner_ns.median;
    verdict->time = (struct time_verdict){
        .available = true,
        .modelled = true,
        .device = verdict->architecture,
        .architecture = verdict->architecture,
        .microseconds = us,
        .interval = (result->learner_ns.high - result->learner_ns.low) / 2e3,
        .roofline_percent = 100 * roofline_us(result, bytes, flops) / us,
        .ratio_to_solution = result->rival_is_solution ? result->ratio.median / slower : 0,
        .ratio_to_reference = (result->rival_is_solution ? result->reference_ratio : result->ratio.median) / slower,
        .bytes_per_second = bytes / us * 1e6,
        .flops_per_second = flops / us * 1e6,
        .limiter = arena_strdup(verdict->arena, result->note),
    };
    give_medal(grading, result);
    if (verdict->status == VERDICT_PASS && verdict->time.medal == MEDAL_NONE && time_is_demanded(exercise))
        verdict->status = VERDICT_SLOW;
    say_limiter(verdict);
}

/* What it wrote at this size is not what the reference writes. */
static void fail(struct grading *grading, const struct job_case *given, const struct time_result *result)
{
    struct verdict *verdict = grading->verdict;
    verdict->status = VERDICT_WRONG;
    verdict->message =
        arena_printf(verdict->arena, "The kernel is right on every case but %s, which is timed: there it is %s.",
                     given->name, result->note);
    note(grading, "not modelled: the kernel fails at the size that is timed");
}

/* --- the run ------------------------------------------------------------------------------------------------------ */

static bool keep(void *context, struct case_result *result, struct error *error)
{
    (void)error;
    *(struct case_result **)context = result;
    return true;
}

static bool run_job(struct grading *grading, const struct job *job, struct error *error)
{
    int64_t limit_ns = (int64_t)(MODEL_DEADLINE_MS + MODEL_GRACE_MS) * 1000000;
    struct device_child_watch watch = {.deadline_ns = clock_deadline_ns(limit_ns),
                                       .cancelled = grading->request->cancelled,
                                       .context = grading->request->context};
    struct case_result *result = NULL;
    struct error failure = {0};
    size_t answered;
    bool done = device_child_run(grading->grader->virtual_child, job, &watch, grading->arena, keep, &result, &answered,
                                 &failure);
    if (!done && failure.code == ERROR_CANCELLED) {
        *error = failure;
        return false;
    }
    if (done && result && result->time && result->time->status == TIMING_RECORDED)
        fill_time(grading, &job->cases[0], result->time);
    else if (done && result && result->time && result->time->status == TIMING_WRONG)
        fail(grading, &job->cases[0], result->time);
    else
        note(grading, arena_printf(grading->arena, "not modelled: %s",
                                   !done                    ? failure.message
                                   : result && result->time ? result->time->note
                                                            : "the worker gave no time"));
    if (result)
        observation_free(result->observation);
    return true;
}

bool grade_time_modelled(struct grading *grading, struct error *error)
{
    struct verdict *verdict = grading->verdict;
    struct error failure = {0};
    struct job job;
    bool is_right = verdict->status == VERDICT_PASS || verdict->status == VERDICT_GATE;
    if (grading->on_cuda || !is_right)
        return true;
    if (!grading->request->exercise->bench || grading->request->exercise->expect_trap) {
        note(grading, "this exercise is not timed");
        return true;
    }
    grade_progress(grading, STAGE_TIME, 0, 1);
    if (make_job(grading, &job, &failure))
        return run_job(grading, &job, error);
    note(grading, arena_printf(grading->arena, "not modelled: %s", failure.message));
    return true;
}
