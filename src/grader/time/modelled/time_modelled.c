/*
 * The time on a modelled GPU: the parent's side. model_run.c is the worker's side.
 *
 * There are three questions, each with a job of its own. How long does the learner's plan take? How
 * long do the solution and the reference take (asked once and kept)? Does a sample of blocks, drawn
 * from the attempt's seed, equal the reference's? All times use the same sample and inputs for
 * every seed, so two times differ only by their kernels.
 */
#include <math.h>
#include <string.h>

#include "grader/time/modelled/time_baselines.h"
#include "grader/time/modelled/time_modelled.h"
#include "grader/time/time_job.h"
#include "grader/time/time_medal.h"
#include "grader/value/scope.h"

/* A small output may be written by a single block outside the sample. */
enum { COVERED_BYTES_LEAST = 1 << 16 };
/* For two whole runs of 500 million warp instructions, on a busy machine too. */
enum { VALUES_DEADLINE_MS = 60000 };
#define COVERED_SHARE_LEAST 0.85  /* of the share that the solution's sample writes */
#define STORED_SHARE_LEAST 0.995  /* of the baseline's bytes, beyond six standard errors */
#define MOVED_SHARE_LEAST 0.9     /* the course's solutions move 0.999 or more of the necessary bytes */
#define COMPUTED_SHARE_LEAST 0.75 /* the course's solutions compute 0.90 of the operations or more */
#define LEFT_OUT_SHARE_MOST 0.25  /* the course's solutions leave out 0.09 or less, for loops that are unrolled */
#define ELSEWHERE_TIMES_MOST 2    /* with other blocks the course's solutions take 0.96 to 1.35 times as long */
#define KEPT_SHARE 0.25           /* of the L2: written data that has not reached DRAM at the end */

struct modelling {
    struct grading *grading;
    struct job job; /* the learner's program, the job's other programs and the bench case */
    struct time_result learner;
    uint64_t compared;  /* elements of the timed size that equal the reference's */
    double most_stored; /* upper bound of the bytes that the plan writes there; 0: unknown */
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

static double roofline_us(const struct time_result *result, double bytes, double flops)
{
    double memory = result->dram_bytes_per_second > 0 ? bytes / result->dram_bytes_per_second : 0;
    double arithmetic = result->fp32_flops > 0 ? flops / result->fp32_flops : 0;
    return fmax(memory, arithmetic) * 1e6;
}

/*
 * Gives the medal at the lower end of the ratio's interval, and a note if the upper end earns a
 * better one. Without the required structure, speed earns no medal.
 */
static void give_medal(const struct modelling *modelling)
{
    struct verdict *verdict = modelling->grading->verdict;
    const struct targets *targets = &modelling->grading->request->exercise->targets;
    const struct model_figure *baseline = baseline_of(modelling);
    double ratio = time_ratio(targets, &verdict->time), spread = 0;
    if (verdict->status != VERDICT_PASS)
        return;
    if (ratio > 0 && baseline->elapsed_ns > 0)
        spread = fmin(1, ratio_error(&modelling->learner.model, baseline) /
                             ratio_to(baseline, modelling->learner.model.elapsed_ns));
    verdict->time.medal = time_medal(targets, ratio * (1 - spread));
    if (time_medal(targets, ratio * (1 + spread)) != verdict->time.medal)
        note(modelling->grading, "modelled: the model's error could decide the medal, the lower one counts");
}

/* Appends the last sentence about a right kernel: its limit, and the gain from removing it. */
static void say_limiter(struct verdict *verdict)
{
    const char *before = verdict->message ? verdict->message : "";
    if (verdict->status == VERDICT_PASS)
        verdict->message = arena_printf(verdict->arena, "%s%s%s.", before, *before ? " " : "", verdict->time.limiter);
}

/*
 * The limit in words. A kernel that moves the fewest bytes that its operation needs cannot move
 * fewer.
 */
static const char *limiter_text(struct arena *arena, const struct time_result *result, double bytes)
{
    static const char gain[] = "; without that alone", advice[] = "move fewer bytes";
    static const double slack = 1.05;
    const char *start = strstr(result->note, gain), *end = strstr(result->note, advice);
    bool is_dram = !strncmp(result->note, "Limited by DRAM bandwidth", strlen("Limited by DRAM bandwidth"));
    if (!is_dram || !start || !end || bytes <= 0 || result->dram_bytes <= 0 || result->dram_bytes > slack * bytes)
        return arena_strdup(arena, result->note);
    return arena_printf(arena, "%.*s; it moves no byte more than this operation needs%s", (int)(start - result->note),
                        result->note, end + strlen(advice));
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

static void fill_time(const struct modelling *modelling)
{
    struct verdict *verdict = modelling->grading->verdict;
    const struct exercise *exercise = modelling->grading->request->exercise;
    const struct job_case *given = modelling->job.cases;
    const struct time_result *result = &modelling->learner;
    double bytes = time_job_evaluate(exercise->bytes, given), flops = time_job_evaluate(exercise->flops, given);
    double us = possible_us(result, bytes, flops);
    verdict->time = (struct time_verdict){
        .available = true,
        .modelled = true,
        .basis = result->basis,
        .device = verdict->architecture,
        .architecture = verdict->architecture,
        .microseconds = us,
        .alone_microseconds = result->alone_ns / 1e3,
        .interval = (result->learner_ns.high - result->learner_ns.low) / 2e3,
        .roofline_percent = 100 * roofline_us(result, bytes, flops) / us,
        .ratio_to_solution = ratio_to(&modelling->baselines.solution, us * 1e3),
        .ratio_to_reference = ratio_to(&modelling->baselines.reference, us * 1e3),
        .bytes_per_second = bytes / us * 1e6,
        .flops_per_second = flops / us * 1e6,
        .limiter = limiter_text(verdict->arena, result, bytes),
    };
    give_medal(modelling);
    say_limiter(verdict);
}

static void not_modelled(struct grading *grading, const char *why)
{
    note(grading, arena_printf(grading->arena, "not modelled: %s", why));
}

/* The kernel fails at this size, but on no case. */
static void fail(const struct modelling *modelling, enum time_failure_kind kind, const char *what)
{
    *modelling->failure = (struct time_failure){
        .kind = kind, .given = modelling->job.cases, .what = arena_strdup(modelling->grading->arena, what)};
    note(modelling->grading, "not modelled: the kernel fails at the size that is timed");
}

/*
 * The first large output that the plan covers less than the baseline, by the sample;
 * JOB_PARAMETERS_MAX: none.
 */
static size_t find_left_out(const struct modelling *modelling)
{
    const struct model_figure *learner = &modelling->learner.model, *baseline = baseline_of(modelling);
    const struct exercise *exercise = modelling->grading->request->exercise;
    struct scope scope = {modelling->job.cases->values, modelling->job.cases->value_count};
    for (size_t i = 0; i < learner->covered_count && i < baseline->covered_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        uint64_t shape[SHAPE_RANK_MAX], count = 0;
        bool is_output = parameter->role == PARAMETER_OUT || parameter->role == PARAMETER_INOUT;
        if (is_output && scope_shape(&scope, parameter, shape, &count, NULL) &&
            count * dtype_bytes(parameter->dtype) >= COVERED_BYTES_LEAST &&
            learner->covered[i] < COVERED_SHARE_LEAST * baseline->covered[i])
            return i;
    }
    return JOB_PARAMETERS_MAX;
}

/*
 * Whether the learner's plan covers the outputs as the baseline does. Otherwise it has no time. It
 * is wrong if blocks from all over the grid prove it, and none depends on other blocks.
 */
static bool covers_outputs(const struct modelling *modelling)
{
    struct grading *grading = modelling->grading;
    const struct model_figure *learner = &modelling->learner.model, *baseline = baseline_of(modelling);
    size_t index = find_left_out(modelling);
    if (index == JOB_PARAMETERS_MAX)
        return true;
    const char *name = grading->request->exercise->parameters[index].name;
    if (!learner->depends_on_unsampled_blocks &&
        learner->covered_most[index] < COVERED_SHARE_LEAST * baseline->covered[index])
        fail(modelling, TIME_FAILURE_WRONG,
             arena_printf(grading->arena, "leaving out a part of '%s': its blocks write at most %.0f %% of it", name,
                          100 * learner->covered_most[index]));
    else
        not_modelled(grading, arena_printf(grading->arena,
                                           "at this size about %.0f %% of '%s' is written, by the solution %.0f %%",
                                           100 * learner->covered[index], name, 100 * baseline->covered[index]));
    return false;
}

/* The bytes of all outputs that the baseline writes. */
static double written_by_baseline(const struct modelling *modelling)
{
    const struct exercise *exercise = modelling->grading->request->exercise;
    const struct model_figure *baseline = baseline_of(modelling);
    struct scope scope = {modelling->job.cases->values, modelling->job.cases->value_count};
    double bytes = 0;
    for (size_t i = 0; i < exercise->parameter_count && i < baseline->covered_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        uint64_t shape[SHAPE_RANK_MAX], count = 0;
        bool is_output = parameter->role == PARAMETER_OUT || parameter->role == PARAMETER_INOUT;
        if (is_output && scope_shape(&scope, parameter, shape, &count, NULL))
            bytes += baseline->covered[i] * (double)(count * dtype_bytes(parameter->dtype));
    }
    return bytes;
}

/*
 * Whether the learner's plan can store as many bytes as the outputs have. A plan that skips a few
 * blocks cannot.
 */
static bool stores_enough(const struct modelling *modelling)
{
    struct grading *grading = modelling->grading;
    double needed = written_by_baseline(modelling);
    if (modelling->most_stored <= 0 || modelling->most_stored >= STORED_SHARE_LEAST * needed)
        return true;
    fail(modelling, TIME_FAILURE_WRONG,
         arena_printf(grading->arena, "leaving out a part: it stores at most %.1f %% of what has to be written",
                      100 * modelling->most_stored / needed));
    return false;
}

/*
 * Each input byte comes from DRAM at least once, and each output byte goes there. An author may
 * demand less.
 */
static double least_dram_bytes(const struct modelling *modelling)
{
    const struct exercise *exercise = modelling->grading->request->exercise;
    const struct job_case *given = modelling->job.cases;
    struct scope scope = {given->values, given->value_count};
    double bytes = 0, asked = time_job_evaluate(exercise->bytes, given);
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        uint64_t shape[SHAPE_RANK_MAX], count = 0;
        if (parameter->role != PARAMETER_SCALAR && scope_shape(&scope, parameter, shape, &count, NULL))
            bytes += (double)(count * dtype_bytes(parameter->dtype)) * (parameter->role == PARAMETER_INOUT ? 2 : 1);
    }
    return fmin(asked, bytes);
}

/*
 * Whether the modelled plan moves the bytes that every right kernel must move, less those that stay
 * in the L2 at the end. Reveals missing work if values cannot be compared.
 */
static bool moves_enough(const struct modelling *modelling)
{
    const struct time_result *learner = &modelling->learner;
    double least = least_dram_bytes(modelling);
    if (learner->dram_bytes + KEPT_SHARE * (double)learner->l2_bytes >= MOVED_SHARE_LEAST * least)
        return true;
    not_modelled(modelling->grading, arena_printf(modelling->grading->arena,
                                                  "at this size about %.0f MB are read and written, of %.0f that have "
                                                  "to be",
                                                  learner->dram_bytes / 1e6, least / 1e6));
    return false;
}

/* Whether it computes the necessary operations, if the values are not confirmed. */
static bool computes_enough(const struct modelling *modelling)
{
    double asked = time_job_evaluate(modelling->grading->request->exercise->flops, modelling->job.cases);
    if (modelling->compared || modelling->learner.flops >= COMPUTED_SHARE_LEAST * asked)
        return true;
    not_modelled(modelling->grading, arena_printf(modelling->grading->arena,
                                                  "at this size about %.2g Gflop are computed, of %.2g that have to be",
                                                  modelling->learner.flops / 1e9, asked / 1e9));
    return false;
}

/* --- the stage -------------------------------------------------------------------------------- */

/* Whether the run itself shows the kernel to be wrong or unsafe. That is then the verdict. */
static bool is_at_fault(const struct modelling *modelling, const struct time_result *time)
{
    struct arena *arena = modelling->grading->arena;
    if (time->status == TIMING_WRONG)
        fail(modelling, TIME_FAILURE_WRONG, time->note);
    else if (time->status == TIMING_STOPPED && time->never_ends)
        fail(modelling, TIME_FAILURE_NO_END, arena_printf(arena, "stuck: %s", time->note));
    else if (time->status == TIMING_STOPPED)
        fail(modelling, TIME_FAILURE_UNSAFE, arena_printf(arena, "ended by a fault: %s", time->note));
    else
        return false;
    return true;
}

/* Whether many instructions of the known size do not run at the timed size. */
static bool leaves_out(const struct time_result *known, const struct time_result *timed)
{
    int known_count = 0, missing = 0;
    for (int i = 0; i < DEVICE_PATH_WORDS; i++) {
        known_count += __builtin_popcountll(known->path[i]);
        missing += __builtin_popcountll(known->path[i] & ~timed->path[i]);
    }
    return missing > LEFT_OUT_SHARE_MOST * known_count;
}

/*
 * Whether the plan works at the timed size as on the gate case, whose values are known to be right.
 * It must have the same launches in the same streams and order, and mostly the same instructions.
 */
static bool runs_as_on_gate_case(const struct modelling *modelling)
{
    struct grading *grading = modelling->grading;
    struct job job = time_baselines_job(grading, &modelling->job, &modelling->job.programs[0]);
    struct time_result known = {0};
    if (!cases_plan_gate_timed(grading->request->exercise, grading->seed, grading->arena, job.cases, NULL) ||
        !time_baselines_run(grading, &job, &known, NULL) || known.status != TIMING_RECORDED)
        return false;
    return known.order == modelling->learner.order && !leaves_out(&known, &modelling->learner);
}

/*
 * Runs blocks drawn from the attempt's seed, on its inputs. They must be right, and take about as
 * long as the timed blocks, which are no secret.
 */
static bool check_values(struct modelling *modelling, bool *out_right, struct error *error)
{
    struct grading *grading = modelling->grading;
    const struct job_program *reference = job_find_program(&modelling->job, JOB_REFERENCE, "");
    struct time_result time = {0};
    *out_right = true;
    if (!reference)
        return true;
    struct job job = time_baselines_job(grading, &modelling->job, &modelling->job.programs[0]);
    job.seed = grading->seed;
    job.deadline_ms = VALUES_DEADLINE_MS;
    job.cases->sample_values = true;
    time_job_add(&job, reference);
    if (!time_baselines_run(grading, &job, &time, error))
        return false;
    job.cases->runs_whole = time.status == TIMING_RECORDED && !time.compared && !runs_as_on_gate_case(modelling);
    if (job.cases->runs_whole && !time_baselines_run(grading, &job, &time, error))
        return false;
    *out_right = !is_at_fault(modelling, &time);
    modelling->compared = time.compared;
    modelling->most_stored = time.most_stored;
    if (*out_right && time.status != TIMING_RECORDED)
        return error_set(error, ERROR_UNSUPPORTED, "%s", time.note);
    double times = time.model.elapsed_ns / modelling->learner.model.elapsed_ns;
    if (*out_right && times > ELSEWHERE_TIMES_MOST)
        return error_set(error, ERROR_UNSUPPORTED, "other blocks take %.1f times as long as those that are timed",
                         times);
    return true;
}

/* False: cancelled, or no time, with the reason. */
static bool model(struct modelling *modelling, struct error *error)
{
    struct grading *grading = modelling->grading;
    struct job job = time_baselines_job(grading, &modelling->job, &modelling->job.programs[0]);
    bool is_right;
    if (!time_baselines_run(grading, &job, &modelling->learner, error))
        return false;
    if (is_at_fault(modelling, &modelling->learner))
        return true;
    if (modelling->learner.status != TIMING_RECORDED) /* other samples would stop for the same reason */
        return error_set(error, ERROR_UNSUPPORTED, "%s", modelling->learner.note);
    if (!check_values(modelling, &is_right, error))
        return false;
    if (!is_right)
        return true;
    if (!time_baselines_find(grading, &modelling->job, &modelling->baselines, error))
        return false;
    if (covers_outputs(modelling) && stores_enough(modelling) && moves_enough(modelling) && computes_enough(modelling))
        fill_time(modelling);
    return true;
}

bool time_modelled(struct grading *grading, struct time_failure *out_failure, struct error *error)
{
    struct verdict *verdict = grading->verdict;
    struct modelling modelling = {.grading = grading, .failure = out_failure};
    struct error failure = {0};
    bool is_right = verdict->status == VERDICT_PASS || verdict->status == VERDICT_GATE;
    if (grading->on_cuda || !is_right)
        return true;
    if (!grading->request->exercise->bench || grading->request->exercise->expect_trap) {
        note(grading, "this exercise is not timed");
        return true;
    }
    grading_progress(grading, STAGE_TIME, 0, 1);
    if (time_job_begin(grading, TIME_MODEL_DEADLINE_MS, &modelling.job, &failure) && model(&modelling, &failure))
        return true;
    if (failure.code == ERROR_CANCELLED) {
        *error = failure;
        return false;
    }
    not_modelled(grading, failure.message);
    return true;
}
