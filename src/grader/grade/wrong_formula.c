/* Judges a wrong kernel by references with a slip: see the header. */
#include "grader/grade/wrong_formula.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "grader/reference_slip.h"

enum {
    CASES_MOST = 16,
    WORK_MOST = 600000,        /* warp instructions of all chosen cases, as the submission took */
    FIRST_WORK_MOST = 3000000, /* of the only one, if it is larger */
    ELEMENTS_LEAST = 4,        /* wrong ones: fewer may agree by chance */
    PATIENCE_MS = 4000,
};

/* The cases that a slip must explain. Failing ones come first, because most slips end there. */
struct trial {
    struct grading *grading;
    size_t chosen[CASES_MOST];
    size_t count, failing_count;
    uint64_t work;
    struct job job;
    struct case_result *results[CASES_MOST]; /* of the last run, by place in `chosen` */
};

/* --- the choice of cases ---------------------------------------------------------------------- */

static bool may_take(const struct trial *trial, size_t index)
{
    const struct case_verdict *given = &trial->grading->verdict->cases[index];
    const struct case_result *result = trial->grading->records[index].result;
    bool is_first = trial->count == 0 && given->work <= FIRST_WORK_MOST;
    return trial->count < CASES_MOST && result && result->outcome == CASE_RAN && !result->order &&
           !result->runs_before && !given->input_changed && (is_first || trial->work + given->work <= WORK_MOST);
}

static void take(struct trial *trial, size_t index)
{
    trial->chosen[trial->count++] = index;
    trial->work += trial->grading->verdict->cases[index].work;
}

static bool is_wrong(const struct trial *trial, size_t index)
{
    return trial->grading->verdict->cases[index].wrong_count > 0;
}

static uint64_t most_elements(const struct case_verdict *given)
{
    uint64_t most = 0;
    for (size_t i = 0; i < given->wrong_count; i++)
        most = given->wrong[i].element_count > most ? given->wrong[i].element_count : most;
    return most;
}

/* A case of many elements comes first: by chance, only a few can agree. */
static void choose_cases(struct trial *trial)
{
    const struct verdict *verdict = trial->grading->verdict;
    size_t first = verdict->case_count;
    for (size_t i = 0; i < verdict->case_count && first == verdict->case_count; i++)
        if (most_elements(&verdict->cases[i]) >= RESULT_INFORMATIVE_ELEMENTS && may_take(trial, i))
            first = i;
    if (first < verdict->case_count)
        take(trial, first);
    for (size_t i = 0; i < verdict->case_count; i++)
        if (i != first && is_wrong(trial, i) && may_take(trial, i))
            take(trial, i);
    trial->failing_count = trial->count;
    for (size_t i = 0; i < verdict->case_count && trial->failing_count; i++)
        if (!is_wrong(trial, i) && may_take(trial, i))
            take(trial, i);
}

/* Wrong elements that can prove a slip. Where all are NaN, only a case that is right proves it. */
static uint64_t telling_elements(const struct trial *trial)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < trial->failing_count; i++) {
        const struct case_verdict *given = &trial->grading->verdict->cases[trial->chosen[i]];
        for (size_t j = 0; j < given->wrong_count; j++) {
            const struct wrong_buffer *wrong = &given->wrong[j];
            bool all_nan =
                wrong->first_count && isnan(wrong->first[0].got) && wrong->wrong_count == wrong->element_count;
            sum += all_nan && trial->failing_count == trial->count ? 0 : wrong->wrong_count;
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

static void prepare_job(struct trial *trial)
{
    const struct grading *grading = trial->grading;
    struct job *job = &trial->job;
    *job = grading->job;
    job->deadline_ms = PATIENCE_MS;
    job->case_count = trial->count;
    job->cases = ARENA_ARRAY(grading->arena, trial->count, struct job_case);
    for (size_t i = 0; i < trial->count; i++) {
        job->cases[i] = grading->cases.items[trial->chosen[i]].job;
        job->cases[i].checks = 0;
        job->cases[i].orders = job->cases[i].has_budget = job->cases[i].show = false;
        job->cases[i].only_judged = true;
        job->cases[i].least_scale = scale_of(grading->records[trial->chosen[i]].result);
        job->cases[i].only_if_none_right = false;
        job->cases[i].least_work = 0;
    }
    job->programs = arena_memdup(grading->arena, job->programs, job->program_count * sizeof *job->programs);
}

static void put_program(struct trial *trial, enum job_role role, const struct job_program *program)
{
    for (size_t i = 0; i < trial->job.program_count; i++)
        if (trial->job.programs[i].role == role) {
            trial->job.programs[i] = *program;
            trial->job.programs[i].role = role;
        }
}

static bool keep_result(void *context, struct case_result *result, struct error *error)
{
    struct trial *trial = context;
    (void)error;
    trial->results[result->case_index] = result;
    return true;
}

/* False: a program was refused, or the worker died. Cases after a wrong one may lack a result. */
static bool run(struct trial *trial)
{
    struct grading *grading = trial->grading;
    struct device_child_watch watch = {.deadline_ns = clock_deadline_ns(2 * PATIENCE_MS * INT64_C(1000000)),
                                       .cancelled = grading->request->cancelled,
                                       .context = grading->request->context};
    size_t answered;
    memset(trial->results, 0, sizeof trial->results);
    bool done = device_child_run(grading->grader->virtual_child, &trial->job, &watch, grading->arena, keep_result,
                                 trial, &answered, NULL);
    for (size_t i = 0; i < trial->count; i++)
        if (trial->results[i])
            done &= trial->results[i]->outcome == CASE_RAN;
    return done;
}

static uint64_t wrong_elements(const struct case_result *result)
{
    uint64_t sum = 0;
    for (size_t i = 0; result && i < result->buffer_count; i++)
        sum += result->buffers[i].wrong_count;
    return sum;
}

static void free_observations(struct trial *trial)
{
    for (size_t i = 0; i < trial->count; i++)
        if (trial->results[i])
            observation_free(trial->results[i]->observation);
}

/* Each of the first `count` cases is run, or the job ends at the first that is wrong. */
static void limit_cases(struct trial *trial, size_t count, bool ends_early)
{
    trial->job.case_count = count;
    for (size_t i = 0; i < count; i++)
        trial->job.cases[i].most_failures = ends_early && i ? 1 : 0;
}

/* Whether the learner's kernel gives the values of the reference with the slip. */
static bool agrees(struct trial *trial, const struct job_program *slip)
{
    put_program(trial, JOB_LEARNER, &trial->grading->job.programs[0]);
    put_program(trial, JOB_REFERENCE, slip);
    limit_cases(trial, trial->count, true);
    bool agrees = run(trial);
    for (size_t i = 0; i < trial->count && agrees; i++)
        agrees = trial->results[i] && !wrong_elements(trial->results[i]);
    free_observations(trial);
    return agrees;
}

/*
 * Whether the slip is wrong in the failing cases as the learner's kernel is. A change too small for
 * the tolerance would agree with kernels that are wrong by little for another reason.
 */
static bool is_as_wrong(struct trial *trial, const struct job_program *slip)
{
    const struct grading *grading = trial->grading;
    put_program(trial, JOB_LEARNER, slip);
    put_program(trial, JOB_REFERENCE, job_find_program(&grading->job, JOB_REFERENCE, ""));
    limit_cases(trial, trial->failing_count, false);
    bool is_as_wrong = run(trial);
    for (size_t i = 0; i < trial->failing_count && is_as_wrong; i++)
        is_as_wrong =
            2 * wrong_elements(trial->results[i]) >= wrong_elements(grading->records[trial->chosen[i]].result);
    free_observations(trial);
    return is_as_wrong;
}

/* --- the slips -------------------------------------------------------------------------------- */

/* Mistakes of the author are found by author-check. */
bool wrong_formula_build(struct grader *grader, const struct curriculum *curriculum, const struct exercise *exercise,
                         const struct slip *slip, const char *architecture, const struct built **out_built)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct source source;
    struct build_request request = {
        .source = &source, .exercise = exercise, .architecture = architecture, .is_ptx_alone = true};
    return reference_slip_source(curriculum, exercise, slip, arena, &source, NULL) &&
           build_file(grader->cache, grader->ptx_compiler, &request, out_built, NULL);
}

static bool build_slip(struct trial *trial, const struct slip *slip, struct job_program *out_program)
{
    struct grading *grading = trial->grading;
    const struct grade_request *request = grading->request;
    const struct built *built;
    if (!wrong_formula_build(grading->grader, request->curriculum, request->exercise, slip, grading->architecture,
                             &built))
        return false;
    *out_program = build_program_of(JOB_REFERENCE, built, grading->arena);
    return true;
}

static bool explains(struct trial *trial, const struct slip *slip)
{
    struct job_program program;
    return build_slip(trial, slip, &program) && agrees(trial, &program) && is_as_wrong(trial, &program);
}

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

const char *wrong_formula_find(struct grading *grading)
{
    const struct exercise *exercise = grading->request->exercise;
    struct trial trial = {.grading = grading};
    const struct case_verdict *smallest = grading->verdict->smallest_failing;
    if (!exercise->slip_count || !smallest || !smallest->wrong_count || is_unfinished(grading))
        return NULL;
    choose_cases(&trial);
    if (telling_elements(&trial) < ELEMENTS_LEAST)
        return NULL;
    prepare_job(&trial);
    for (size_t i = 0; i < exercise->slip_count; i++)
        if (explains(&trial, &exercise->slips[i]))
            return exercise->slips[i].say;
    return NULL;
}
