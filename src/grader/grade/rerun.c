/* Runs cases of a wrong submission again: see the header. */
#include "grader/grade/rerun.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"

enum {
    WORK_MOST = 600000,        /* warp instructions of all chosen cases, as the submission took */
    FIRST_WORK_MOST = 3000000, /* of the only one, if it is larger */
    REST_WORK_MOST = 8000000,  /* of the cases that are run once, for a program that agrees in all others */
    WORK_QUICK = 50000,        /* about 10 ms a run */
    ELEMENTS_LEAST = 4,        /* wrong ones: fewer may agree by chance */
    PATIENCE_MS = 4000,
};

/* --- the choice of cases ---------------------------------------------------------------------- */

static bool may_take(const struct rerun *rerun, size_t index, uint64_t work_most)
{
    const struct case_verdict *given = &rerun->grading->verdict->cases[index];
    const struct case_result *result = rerun->grading->records[index].result;
    bool is_first = rerun->count == 0 && given->work <= FIRST_WORK_MOST;
    return rerun->count < RERUN_CASES_MOST && result && result->outcome == CASE_RAN && !result->order &&
           !result->runs_before && !given->input_changed && (is_first || rerun->work + given->work <= work_most);
}

static void take(struct rerun *rerun, size_t index)
{
    rerun->chosen[rerun->count++] = index;
    rerun->work += rerun->grading->verdict->cases[index].work;
}

static bool is_wrong(const struct rerun *rerun, size_t index)
{
    return rerun->grading->verdict->cases[index].wrong_count > 0;
}

static uint64_t most_elements(const struct case_verdict *given)
{
    uint64_t most = 0;
    for (size_t i = 0; i < given->wrong_count; i++)
        most = given->wrong[i].element_count > most ? given->wrong[i].element_count : most;
    return most;
}

/* A case of many elements comes first: by chance, only a few can agree. */
static void choose_cases(struct rerun *rerun)
{
    const struct verdict *verdict = rerun->grading->verdict;
    size_t first = verdict->case_count;
    for (size_t i = 0; i < verdict->case_count && first == verdict->case_count; i++)
        if (most_elements(&verdict->cases[i]) >= RESULT_INFORMATIVE_ELEMENTS && may_take(rerun, i, WORK_MOST))
            first = i;
    if (first < verdict->case_count)
        take(rerun, first);
    for (size_t i = 0; i < verdict->case_count; i++)
        if (i != first && is_wrong(rerun, i) && may_take(rerun, i, WORK_MOST))
            take(rerun, i);
    rerun->failing_count = rerun->count;
    for (size_t i = 0; i < verdict->case_count && rerun->failing_count; i++)
        if (!is_wrong(rerun, i) && may_take(rerun, i, WORK_MOST))
            take(rerun, i);
}

/* Wrong elements that can prove a slip. Where all are NaN, only a case that is right proves it. */
static uint64_t telling_elements(const struct rerun *rerun)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < rerun->failing_count; i++) {
        const struct case_verdict *given = &rerun->grading->verdict->cases[rerun->chosen[i]];
        for (size_t j = 0; j < given->wrong_count; j++) {
            const struct wrong_buffer *wrong = &given->wrong[j];
            bool all_nan =
                wrong->first_count && isnan(wrong->first[0].got) && wrong->wrong_count == wrong->element_count;
            sum += all_nan && rerun->failing_count == rerun->count ? 0 : wrong->wrong_count;
        }
    }
    return sum;
}

/* --- the runs --------------------------------------------------------------------------------- */

/*
 * The kernel rounds as in the right formula. A slip may leave a part out that decides the size of
 * the result, such as the largest of a sum of exponentials.
 */
static double scale_of(const struct case_result *result)
{
    double least = 0;
    for (size_t i = 0; i < result->buffer_count; i++)
        if (result->buffers[i].scale > 0 && (least == 0 || result->buffers[i].scale < least))
            least = result->buffers[i].scale;
    return least;
}

static void prepare_job(struct rerun *rerun)
{
    const struct grading *grading = rerun->grading;
    struct job *job = &rerun->job;
    *job = grading->job;
    job->deadline_ms = PATIENCE_MS;
    job->case_count = rerun->count;
    job->cases = ARENA_ARRAY(grading->arena, rerun->count, struct job_case);
    for (size_t i = 0; i < rerun->count; i++) {
        job->cases[i] = grading->cases.items[rerun->chosen[i]].job;
        job->cases[i].checks = 0;
        job->cases[i].orders = job->cases[i].has_budget = job->cases[i].show = false;
        job->cases[i].only_judged = true;
        job->cases[i].least_scale = scale_of(grading->records[rerun->chosen[i]].result);
        job->cases[i].only_if_none_right = false;
        job->cases[i].least_work = 0;
    }
    job->programs = arena_memdup(grading->arena, job->programs, job->program_count * sizeof *job->programs);
}

/* NULL: the submission's own. */
static void put_program(struct rerun *rerun, enum job_role role, const struct job_program *program)
{
    const struct job_program *given = &rerun->grading->job.programs[0];
    for (size_t i = 0; i < rerun->job.program_count; i++)
        if (given[i].role == role) {
            rerun->job.programs[i] = program ? *program : given[i];
            rerun->job.programs[i].role = role;
        }
}

static bool keep_result(void *context, struct case_result *result, struct error *error)
{
    struct rerun *rerun = context;
    (void)error;
    rerun->results[result->case_index] = result;
    return true;
}

/* False: a program was refused, or the worker died. Cases after a wrong one may lack a result. */
static bool run(struct rerun *rerun)
{
    struct grading *grading = rerun->grading;
    struct device_child_watch watch = {.deadline_ns = clock_deadline_ns(2 * PATIENCE_MS * INT64_C(1000000)),
                                       .cancelled = grading->request->cancelled,
                                       .context = grading->request->context};
    size_t answered;
    memset(rerun->results, 0, sizeof rerun->results);
    bool done = device_child_run(grading->grader->virtual_child, &rerun->job, &watch, grading->arena, keep_result,
                                 rerun, &answered, NULL);
    for (size_t i = 0; i < rerun->count; i++)
        if (rerun->results[i])
            done &= rerun->results[i]->outcome == CASE_RAN;
    return done;
}

static uint64_t wrong_elements(const struct case_result *result)
{
    uint64_t sum = 0;
    for (size_t i = 0; result && i < result->buffer_count; i++)
        sum += result->buffers[i].wrong_count;
    return sum;
}

static void free_observations(struct rerun *rerun)
{
    for (size_t i = 0; i < rerun->count; i++)
        if (rerun->results[i])
            observation_free(rerun->results[i]->observation);
}

/* Each of the first `count` cases is run, or the job ends at the first that is wrong. */
static void limit_cases(struct rerun *rerun, size_t count, bool ends_early)
{
    rerun->job.case_count = count;
    for (size_t i = 0; i < count; i++)
        rerun->job.cases[i].most_failures = ends_early && i ? 1 : 0;
}

bool rerun_agrees(struct rerun *rerun, const struct job_program *learner, const struct job_program *reference)
{
    put_program(rerun, JOB_LEARNER, learner);
    put_program(rerun, JOB_REFERENCE, reference);
    limit_cases(rerun, rerun->count, true);
    bool agrees = run(rerun);
    for (size_t i = 0; i < rerun->count && agrees; i++)
        agrees = rerun->results[i] && !wrong_elements(rerun->results[i]);
    free_observations(rerun);
    return agrees;
}

static bool is_chosen(const struct rerun *rerun, size_t index)
{
    for (size_t i = 0; i < rerun->count; i++)
        if (rerun->chosen[i] == index)
            return true;
    return false;
}

bool rerun_rest_agrees(const struct rerun *rerun, const struct job_program *learner,
                       const struct job_program *reference)
{
    struct rerun rest = {.grading = rerun->grading};
    for (size_t i = 0; i < rest.grading->verdict->case_count; i++)
        if (!is_chosen(rerun, i) && may_take(&rest, i, REST_WORK_MOST))
            take(&rest, i);
    prepare_job(&rest);
    return !rest.count || rerun_agrees(&rest, learner, reference);
}

bool rerun_is_as_wrong(struct rerun *rerun, const struct job_program *learner)
{
    const struct grading *grading = rerun->grading;
    put_program(rerun, JOB_LEARNER, learner);
    put_program(rerun, JOB_REFERENCE, NULL);
    limit_cases(rerun, rerun->failing_count, false);
    bool is_as_wrong = run(rerun);
    for (size_t i = 0; i < rerun->failing_count && is_as_wrong; i++)
        is_as_wrong =
            2 * wrong_elements(rerun->results[i]) >= wrong_elements(grading->records[rerun->chosen[i]].result);
    free_observations(rerun);
    return is_as_wrong;
}

/* --- the beginning ---------------------------------------------------------------------------- */

static bool computes_nothing(const struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count; i++) {
        enum pattern_kind pattern = result->buffers[i].pattern.kind;
        if (result->buffers[i].wrong_count && pattern != PATTERN_ALL_ZERO && pattern != PATTERN_COPIED_INPUT)
            return false;
    }
    return true;
}

/* A kernel that does not store everything, or does not compute anything yet. It has no formula. */
static bool is_unfinished(const struct grading *grading)
{
    const struct wrong_buffer *wrong = &grading->verdict->smallest_failing->wrong[0];
    if (wrong->first_count && wrong->first[0].never_written)
        return true;
    for (size_t i = 0; i < grading->verdict->case_count; i++)
        if (grading->verdict->cases[i].wrong_count && !computes_nothing(grading->records[i].result))
            return false;
    return !grading->verdict->right_count;
}

bool rerun_begin(struct rerun *rerun, struct grading *grading)
{
    const struct case_verdict *smallest = grading->verdict->smallest_failing;
    *rerun = (struct rerun){.grading = grading};
    if (!smallest || !smallest->wrong_count || is_unfinished(grading))
        return false;
    choose_cases(rerun);
    if (telling_elements(rerun) < ELEMENTS_LEAST)
        return false;
    prepare_job(rerun);
    return true;
}

bool rerun_is_costly(const struct rerun *rerun)
{
    return rerun->work > WORK_QUICK;
}
