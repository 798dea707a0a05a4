/* Finds and runs smaller cases that decide as the timed one does. */
#include "grader/time/modelled/new_way.h"

#include <string.h>

#include "base/clock.h"
#include "grader/prepare/configuration.h"
#include "grader/prepare/smaller_case.h"
#include "grader/time/full/time_full.h"
#include "grader/time/time_job.h"
#include "grader/value/observation_merge.h"
#include "grader/value/scope.h"

enum {
    CASES_MOST = 3,
    DEADLINE_MS = 20000,
    GRACE_MS = 2000,
    ELEMENTS_MOST = 9 << 20, /* a tile of 128 x 128 for each of 528 blocks */
    TIMED_ELEMENTS_MOST = 1 << 22,
    CHECKED_ELEMENTS = 1 << 21, /* a case with more is too costly under all checks */
    /* warp instructions */
    REFERENCE_WORK = 24000000,      /* of the reference, in all cases */
    CHECKED_INSTRUCTIONS = 2000000, /* of a launch under all checks */
    PLAIN_INSTRUCTIONS = 20000000,  /* of a launch without */
    TIMED_INSTRUCTIONS = 80000000,  /* of a launch of the timed size, without */
};

/* A decision of the plan, or an outcome of a condition in a kernel. */
struct decision {
    bool is_of_kernel;
    size_t index;
    int wanted; /* truth in a plan; enum device_outcome in a kernel */
    bool is_open;
};

struct trying {
    struct grading *grading;
    const struct job *timed;
    const struct time_baselines *baselines;
    struct decision *decisions; /* that no case showed so far */
    size_t count;
    const struct decision *sought;
    double work_left;
    bool has_no_time; /* its blocks did not end at the timed size */
    struct case_result *result;
    struct error *error;
    bool is_cancelled;
};

/* --- decisions -------------------------------------------------------------------------------- */

static bool shows(const struct decision *decision, const struct plan_decisions *plan, const char *outcomes)
{
    if (!decision->is_of_kernel)
        return decision->index < plan->count && plan->truths[decision->index] == decision->wanted;
    return outcomes && decision->index < strlen(outcomes) && (outcomes[decision->index] - '0') & decision->wanted;
}

/* Strikes out what the case shows. */
static void strike(struct trying *trying, const struct job_case *given, uint64_t choice, const char *outcomes)
{
    struct plan_decisions plan = configuration_decide(trying->grading, given, choice);
    for (size_t i = 0; i < trying->count; i++)
        trying->decisions[i].is_open &= !shows(&trying->decisions[i], &plan, outcomes);
}

static void list(struct trying *trying, const char *outcomes)
{
    struct plan_decisions plan = configuration_decide(trying->grading, trying->timed->cases, trying->grading->choice);
    size_t kernels = outcomes ? strlen(outcomes) : 0;
    trying->decisions = ARENA_ARRAY(trying->grading->arena, plan.count + 2 * kernels + 1, struct decision);
    for (size_t i = 0; i < plan.count; i++)
        if (plan.truths[i] >= 0)
            trying->decisions[trying->count++] =
                (struct decision){.index = i, .wanted = plan.truths[i], .is_open = true};
    for (size_t i = kernels; i-- > 0;) /* what joins comparisons comes after them, and asks for more */
        for (int wanted = DEVICE_OUTCOME_FALSE; wanted <= DEVICE_OUTCOME_TRUE; wanted++)
            if ((outcomes[i] - '0') & wanted)
                trying->decisions[trying->count++] =
                    (struct decision){.is_of_kernel = true, .index = i, .wanted = wanted, .is_open = true};
}

static void strike_cases(struct trying *trying)
{
    const struct grading *grading = trying->grading;
    for (size_t i = 0; i < grading->cases.count; i++)
        strike(trying, &grading->cases.items[i].job, 0,
               grading->records[i].result ? grading->records[i].result->outcomes : NULL);
}

/* --- runs ------------------------------------------------------------------------------------- */

static bool keep(void *context, struct case_result *result, struct error *error)
{
    (void)error;
    ((struct trying *)context)->result = result;
    return true;
}

/* The result is NULL without an answer. */
static void run(struct trying *trying, const struct job *from, const struct job_case *given)
{
    struct grading *grading = trying->grading;
    struct device_child_watch watch = {.deadline_ns = clock_deadline_ns(INT64_C(1000000) * (DEADLINE_MS + GRACE_MS)),
                                       .cancelled = grading->request->cancelled,
                                       .context = grading->request->context};
    struct job job = *from;
    struct error failure = {0};
    size_t answered;
    job.deadline_ms = DEADLINE_MS;
    job.cases = arena_memdup(grading->arena, given, sizeof *given);
    trying->result = NULL;
    bool done = device_child_run(grading->grader->virtual_child, &job, &watch, grading->arena, keep, trying, &answered,
                                 &failure);
    if (done || failure.code != ERROR_CANCELLED)
        return;
    *trying->error = failure;
    trying->is_cancelled = true;
}

/* Runs some blocks of the launches, and looks whether they show what is sought. */
static bool shows_in_sample(struct trying *trying, const struct job_case *given)
{
    struct job job = time_baselines_job(trying->grading, trying->timed, &trying->timed->programs[0]);
    struct job_case sampled = *given;
    sampled.measure = true;
    sampled.sought = trying->sought->index + 1;
    sampled.checks = 0;
    sampled.compare = false;
    run(trying, &job, &sampled);
    if (!trying->result)
        return false;
    observation_free(trying->result->observation);
    struct plan_decisions none = {0};
    return shows(trying->sought, &none, trying->result->outcomes);
}

static bool decides_so(void *context, const struct job_case *given)
{
    struct trying *trying = context;
    if (trying->is_cancelled)
        return false;
    if (trying->sought->is_of_kernel)
        return shows_in_sample(trying, given);
    struct plan_decisions plan = configuration_decide(trying->grading, given, trying->grading->choice);
    return shows(trying->sought, &plan, NULL);
}

/* Of the reference, as far as the exercise's count of operations tells. */
static double work_of(const struct trying *trying, const struct job_case *given)
{
    const struct exercise *exercise = trying->grading->request->exercise;
    const struct expression *measure = exercise->flops ? exercise->flops : exercise->bytes;
    double all = time_job_evaluate(measure, trying->timed->cases);
    return all > 0 ? trying->baselines->reference.issued * time_job_evaluate(measure, given) / all : 0;
}

/* Whether it can run: its elements, and the reference's work. */
static bool is_affordable(void *context, const struct job_case *given)
{
    const struct trying *trying = context;
    const struct exercise *exercise = trying->grading->request->exercise;
    struct scope scope = {given->values, given->value_count, given->devices};
    uint64_t elements = 0;
    return scope_total_elements(&scope, exercise->parameters, exercise->parameter_count, &elements, NULL) &&
           elements <= ELEMENTS_MOST && work_of(trying, given) <= trying->work_left;
}

static bool is_cut(const struct case_result *result)
{
    return result->observation->timed_out && !observation_endangers(result->observation);
}

/*
 * Whether a plan without an end in sight at the timed size has none here. It did so many times the
 * reference's work that a case would end it too.
 */
static bool never_ends(const struct trying *trying, const struct job_case *given)
{
    return trying->has_no_time && !given->checks && is_cut(trying->result) &&
           work_of(trying, given) * CASE_EXCESS_MOST <= (double)given->instruction_limit;
}

/* Of a launch without checks: what a case allows, as far as it can be awaited. */
static uint64_t plain_instructions(const struct trying *trying, const struct job_case *given)
{
    double allowed = work_of(trying, given) * CASE_EXCESS_MOST;
    if (allowed <= 0 || allowed > PLAIN_INSTRUCTIONS)
        return PLAIN_INSTRUCTIONS;
    return allowed > CASE_INSTRUCTIONS_LEAST ? (uint64_t)allowed : CASE_INSTRUCTIONS_LEAST;
}

/* Takes the failure of a case that ran, or what it decided. */
static void take(struct trying *trying, const struct job_case *given, struct time_failure *out_failure)
{
    struct case_result *result = trying->result;
    bool is_endless = never_ends(trying, given);
    enum time_failure_kind kind = is_endless ? TIME_FAILURE_NO_END : time_full_failure(result);
    if (kind != TIME_FAILURE_NONE && result->outcome != CASE_REFERENCE && (is_endless || !is_cut(result))) {
        *out_failure = (struct time_failure){.kind = kind, .given = given, .result = result, .is_whole = true};
        return;
    }
    if (result->outcome == CASE_RAN)
        strike(trying, given, trying->grading->choice, result->outcomes);
    observation_free(result->observation);
}

/* Under all checks, if that is cheap. Otherwise the values must do. */
static void run_whole(struct trying *trying, const struct planned_case *found, struct time_failure *out_failure)
{
    const struct job_case *given = &found->job;
    trying->work_left -= work_of(trying, given);
    struct job_case *whole = arena_memdup(trying->grading->arena, given, sizeof *given);
    whole->limit_is_final = true;
    whole->checks = DEVICE_CHECK_ALL;
    whole->instruction_limit = CHECKED_INSTRUCTIONS;
    trying->result = NULL;
    bool is_large = found->elements > CHECKED_ELEMENTS;
    if (!is_large)
        run(trying, trying->timed, whole);
    if (is_large || (trying->result && is_cut(trying->result))) {
        if (trying->result)
            observation_free(trying->result->observation);
        whole->checks = 0;
        whole->instruction_limit = plain_instructions(trying, given);
        run(trying, trying->timed, whole);
    }
    if (trying->result)
        take(trying, whole, out_failure);
}

/* --- all -------------------------------------------------------------------------------------- */

static bool has_open(const struct trying *trying, bool of_kernels)
{
    for (size_t i = 0; i < trying->count; i++)
        if (trying->decisions[i].is_open && trying->decisions[i].is_of_kernel == of_kernels)
            return true;
    return false;
}

/* Races between launches that nothing orders. Few blocks show them: their values do not matter. */
static bool has_race_of_steps(const struct observation *observation)
{
    for (size_t i = 0; i < observation->finding_count; i++)
        if (observation->findings[i].check == VGPU_CHECK_RACE && observation->findings[i].other.kernel)
            return true;
    return false;
}

/*
 * No smaller case decides as the plan does here. So the timed size runs itself: a few blocks of
 * each launch for races between launches, then all blocks for their values.
 */
static void try_timed_size(struct trying *trying, struct time_failure *out_failure)
{
    struct job_case *few = arena_memdup(trying->grading->arena, trying->timed->cases, sizeof *few);
    few->measure = false;
    few->compare = false;
    few->few_blocks = few->limit_is_final = true;
    few->checks = DEVICE_CHECK_RACE;
    few->instruction_limit = PLAIN_INSTRUCTIONS;
    run(trying, trying->timed, few);
    if (trying->result && has_race_of_steps(trying->result->observation)) {
        *out_failure = (struct time_failure){
            .kind = TIME_FAILURE_UNSAFE, .given = few, .result = trying->result, .is_whole = true};
        return;
    }
    if (trying->result)
        observation_free(trying->result->observation);
    struct job_case *whole = arena_memdup(trying->grading->arena, few, sizeof *whole);
    whole->compare = true;
    whole->few_blocks = false;
    whole->checks = 0;
    whole->instruction_limit = TIMED_INSTRUCTIONS;
    if (!trying->is_cancelled)
        run(trying, trying->timed, whole);
    if (trying->result)
        take(trying, whole, out_failure);
}

static bool is_small(const struct trying *trying)
{
    struct exercise_case given = {.values = trying->timed->cases->values,
                                  .value_count = trying->timed->cases->value_count,
                                  .devices = trying->timed->cases->devices};
    struct planned_case planned;
    return cases_plan_smaller(trying->grading->request->exercise, &given, trying->grading->arena, &planned, NULL) &&
           planned.elements <= TIMED_ELEMENTS_MOST;
}

bool new_way_try(struct grading *grading, const struct job *job, const struct time_result *learner,
                 const struct time_baselines *baselines, struct time_failure *out_failure, bool *out_is_open,
                 struct error *error)
{
    struct trying trying = {.grading = grading,
                            .timed = job,
                            .baselines = baselines,
                            .error = error,
                            .work_left = REFERENCE_WORK,
                            .has_no_time = learner->excess.instructions > 0};
    const struct smaller_case_rules rules = {decides_so, is_affordable, &trying};
    int cases_left = CASES_MOST;
    list(&trying, learner->outcomes);
    strike_cases(&trying);
    for (size_t i = 0; i < trying.count && cases_left && out_failure->kind == TIME_FAILURE_NONE; i++) {
        struct planned_case found;
        if (!trying.decisions[i].is_open)
            continue;
        cases_left--;
        trying.sought = &trying.decisions[i];
        if (smaller_case_find(grading->request->exercise, job->cases, &rules, grading->arena, &found))
            run_whole(&trying, &found, out_failure);
    }
    if (has_open(&trying, false) && out_failure->kind == TIME_FAILURE_NONE && !trying.is_cancelled && is_small(&trying))
        try_timed_size(&trying, out_failure);
    *out_is_open = has_open(&trying, false);
    return !trying.is_cancelled;
}
