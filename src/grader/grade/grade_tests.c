/* Exercises in which the learner tests kernels: wrong kernels must be caught, right ones spared. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/i18n.h"
#include "grader/diagnose/diagnosis.h"
#include "grader/grade/grade.h"
#include "grader/grade/tests_file.h"
#include "grader/grade/tests_unnoticed.h"
#include "grader/prepare/submission.h"
#include "grader/value/observation_merge.h"
#include "grader/value/phrase.h"
#include "grader/value/scope.h"
#include "grader/value/sentence.h"

enum { TESTS_ELEMENTS_MAX = 1 << 22 };

struct testing {
    struct grading *grading;
    struct tests_file file;
    struct exercise exercise; /* with the learner's cases, and `failures` for the checker's plan */
    struct built checker;
    size_t own_cases, all_cases; /* of wrong kernels, and of right ones */
    /* The next fields belong to the kernel that runs now. */
    bool is_caught;
    const char *where;     /* "in case n = 16 at element 2, where got is NaN and close is 1"; NULL: none named */
    const char *unnoticed; /* the fault of the first planted kernel that is not caught; NULL: all are caught */
    const char *blamed;    /* `where` of the first right kernel that is called wrong */
    struct error failure;  /* of the checker */
    const char *failed_case;
    struct observation *unsafe; /* of the checker; NULL: it is safe */
    const char *unsafe_case;
};

static void finish(struct testing *testing, enum verdict_status status, const char *message)
{
    struct verdict *verdict = testing->grading->verdict;
    verdict->status = status;
    if (status == VERDICT_COMPILE_ERROR)
        diagnose_early(testing->grading, message);
    else
        verdict->message = arena_strdup(verdict->arena, message);
}

/* --- the file --------------------------------------------------------------------------------- */

static void add_failures(struct testing *testing)
{
    struct arena *arena = testing->grading->arena;
    struct exercise *exercise = &testing->exercise;
    struct parameter *parameters = ARENA_ARRAY(arena, exercise->parameter_count + 1, struct parameter);
    memcpy(parameters, exercise->parameters, exercise->parameter_count * sizeof *parameters);
    struct parameter *failures = &parameters[exercise->parameter_count++];
    *failures = (struct parameter){.name = "failures", .dtype = DTYPE_U32, .role = PARAMETER_OUT, .rank = 1};
    failures->shape[0] = expression_parse_text(arena, "2", NULL);
    exercise->parameters = parameters;
}

/* Where the starter has a checker, cases alone are half of the answer. */
static bool check_completeness(struct testing *testing)
{
    struct grading *grading = testing->grading;
    const struct exercise *exercise = grading->request->exercise;
    struct verdict *verdict = grading->verdict;
    struct source starter;
    if (testing->file.has_checker || !exercise->starter ||
        !build_read_source(curriculum_folder(grading->request->curriculum, exercise), "exercises", exercise->starter,
                           grading->arena, &starter, NULL) ||
        !tests_file_has_checker(&starter))
        return true;
    diagnostics_add(verdict->diagnostics, DIAGNOSTIC_ERROR, verdict->source, (struct location){0},
                    "the checker is missing");
    diagnostics_hint(verdict->diagnostics, "keep the starter's `//! launch` line and its kernel");
    return false;
}

static bool read_file(struct testing *testing)
{
    struct grading *grading = testing->grading;
    struct verdict *verdict = grading->verdict;
    testing->exercise = *grading->request->exercise;
    if (!tests_file_read(&testing->exercise, verdict->source, grading->arena, verdict->diagnostics, &testing->file) ||
        !check_completeness(testing))
        return false;
    if (testing->file.case_count) {
        testing->exercise.cases = testing->file.cases;
        testing->exercise.case_count = testing->file.case_count;
        testing->exercise.gate_case = NULL;
    }
    if (!testing->file.has_checker)
        return true;
    struct exercise seen = testing->exercise;
    add_failures(testing);
    struct exercise with_failures = testing->exercise;
    testing->exercise = seen;
    return submission_check(&with_failures, verdict->source, NULL, grading->arena, verdict->diagnostics,
                            &testing->checker.plan);
}

/* Sizes that a learner writes must not be negative or too large for a test. */
static bool check_sizes(struct testing *testing)
{
    struct exercise *exercise = &testing->exercise;
    struct verdict *verdict = testing->grading->verdict;
    for (size_t i = 0; i < testing->file.case_count; i++) {
        struct scope scope = {exercise->cases[i].values, exercise->cases[i].value_count, exercise->devices};
        struct error error = {0};
        uint64_t elements = 0;
        if (scope_total_elements(&scope, exercise->parameters, exercise->parameter_count, &elements, &error) &&
            elements <= TESTS_ELEMENTS_MAX)
            continue;
        diagnostics_add(verdict->diagnostics, DIAGNOSTIC_ERROR, verdict->source, (struct location){0},
                        "case %s cannot be run: %s",
                        cases_name(testing->grading->arena, exercise->cases[i].values, exercise->cases[i].value_count),
                        *error.message ? error.message : _("it is too large"));
        return false;
    }
    return true;
}

static bool compile_checker(struct testing *testing, bool *out_ok, struct error *error)
{
    struct grading *grading = testing->grading;
    struct build_watch watch = {grading->request->cancelled, grading->request->context};
    struct compile_request request = {.source = grading->verdict->source,
                                      .architecture = grading->architecture,
                                      .names = plan_name_expressions(testing->checker.plan, grading->arena),
                                      .want_cubin = true};
    grading_progress(grading, STAGE_COMPILE, 0, 1);
    if (!compiler_begin(grading->grader->machine_compiler, &request, error) ||
        !build_wait(grading->grader->machine_compiler, &watch, grading->arena, &testing->checker.result, error))
        return false;
    const struct diagnostics *from = testing->checker.result->diagnostics;
    for (size_t i = 0; i < diagnostics_count(from); i++)
        diagnostics_add(grading->verdict->diagnostics, diagnostics_at(from, i)->severity, grading->verdict->source,
                        diagnostics_at(from, i)->location, "%s", diagnostics_at(from, i)->message);
    *out_ok = testing->checker.result->ok;
    return true;
}

/* --- one kernel under test -------------------------------------------------------------------- */

/* The element that the checker named, with the values of the buffers there. Of a version, the
 * case. */
static const char *say_where(const struct testing *testing, const struct case_result *result, const char *name)
{
    struct arena *arena = testing->grading->verdict->arena;
    if (testing->exercise.is_of_versions)
        return phrase_case(arena, name);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (size_t i = 0; i < result->named_count; i++) {
        const struct named_element *named = &result->named[i];
        const char *joint = i == 0 ? _(", where ") : i + 1 == result->named_count ? _(" and ") : ", ";
        buffer_printf(&text, _("%s%s is %s"), joint, named->parameter->name,
                      phrase_stored(arena, named->parameter->dtype, named->bits));
    }
    return sentence_text(arena, SENTENCE_TESTS_WHERE,
                         FIELDS({"case", phrase_case(arena, name)},
                                {"index", phrase_count(arena, result->checker_first)}, {"inputs", buffer_text(&text)}));
}

static bool keep(void *context, struct case_result *result, struct error *error)
{
    struct testing *testing = context;
    const char *name = testing->grading->job.cases[result->case_index].name;
    (void)error;
    bool stopped = result->outcome == CASE_STOPPED || result->outcome == CASE_REFUSED;
    if (result->judged_by_checker && result->named_count && !testing->where)
        testing->where = say_where(testing, result, name);
    for (size_t i = 0; i < result->buffer_count; i++)
        testing->is_caught = testing->is_caught || result->buffers[i].wrong_count;
    if (!testing->file.has_checker)
        testing->is_caught = testing->is_caught || stopped || result->changed_input;
    if (result->outcome == CASE_REFERENCE && testing->failure.code == ERROR_NONE) {
        testing->failure = result->refusal;
        testing->failed_case = name;
    }
    if (testing->file.has_checker && !testing->unsafe && observation_endangers(result->observation)) {
        testing->unsafe = result->observation;
        testing->unsafe_case = name;
    } else {
        observation_free(result->observation);
    }
    testing->grading->done++;
    return true;
}

static bool run_kernel(struct testing *testing, const char *relative, bool is_right, struct error *error)
{
    struct grading *grading = testing->grading;
    struct grader *grader = grading->grader;
    const struct built *built;
    size_t answered;
    if (!grading_build(grading, &(struct course_file){"kernels", relative, NULL}, &built, error))
        return false;
    grading->job.programs[0] = build_program_of(JOB_LEARNER, built, grading->arena);
    grading->job.case_count = is_right ? testing->all_cases : testing->own_cases;
    testing->is_caught = false;
    testing->where = NULL;
    struct device_child_watch watch = {.deadline_ns =
                                           clock_deadline_ns((grading->job.deadline_ms + 2000) * INT64_C(1000000)),
                                       .cancelled = grading->request->cancelled,
                                       .context = grading->request->context};
    if (device_child_run(grader->virtual_child, &grading->job, &watch, grading->arena, keep, testing, &answered, error))
        return true;
    if (error->code != ERROR_CRASH && error->code != ERROR_TIMEOUT)
        return false;
    testing->failure = *error;
    testing->failed_case = answered < grading->job.case_count ? grading->job.cases[answered].name : "";
    return true;
}

static void record(struct testing *testing, const char *name, bool is_right)
{
    struct verdict *verdict = testing->grading->verdict;
    struct case_verdict *given = &verdict->cases[verdict->case_count++];
    *given = (struct case_verdict){.name = arena_strdup(verdict->arena, name), .ran = true, .right = is_right};
    verdict->right_count += is_right;
    if (!is_right && !verdict->smallest_failing)
        verdict->smallest_failing = given;
}

/* A right kernel must be spared, a wrong one caught. */
static void record_right(struct testing *testing, const char *name)
{
    if (testing->is_caught && !testing->blamed)
        testing->blamed = testing->where;
    record(testing, name, !testing->is_caught);
}

/* --- all of them ------------------------------------------------------------------------------ */

/*
 * A rule can spare a version by luck, since a short series leaves pairs out by chance. So each case
 * of a version that must be spared comes again, with other pairs.
 */
static void add_draws(struct testing *testing)
{
    enum { DRAWS_MOST = 24, NUMBERS_APART = 1000 };
    struct job *job = &testing->grading->job;
    size_t own = testing->own_cases = testing->all_cases = job->case_count;
    size_t draws = own && JOB_CASES_MAX / own < DRAWS_MOST ? JOB_CASES_MAX / own : DRAWS_MOST;
    if (!testing->exercise.is_of_versions)
        return;
    struct job_case *cases = ARENA_ARRAY(testing->grading->arena, draws * own, struct job_case);
    for (size_t i = 0; i < draws * own; i++) {
        cases[i] = job->cases[i % own];
        cases[i].number += NUMBERS_APART * (i / own);
    }
    job->cases = cases;
    testing->all_cases = draws * own;
}

/*
 * The learner's cases, or those of the exercise. No case is drawn, because the learner's choice is
 * judged.
 */
static bool prepare_job(struct testing *testing, struct error *error)
{
    struct grading *grading = testing->grading;
    struct grade_request request = *grading->request;
    request.exercise = &testing->exercise;
    const struct grade_request *given = grading->request;
    grading->request = &request;
    bool done = grading_prepare_job(grading, error);
    grading->request = given;
    if (!done)
        return false;
    struct job *job = &grading->job;
    job->case_count = 0;
    for (size_t i = 0; i < grading->cases.count; i++) {
        if (grading->cases.items[i].is_drawn)
            continue;
        job->cases[job->case_count] = grading->cases.items[i].job;
        job->cases[job->case_count].has_budget = false;
        job->cases[job->case_count].most_failures = 0;
        job->cases[job->case_count].orders = false; /* a planted kernel is caught by the learner's cases alone */
        job->cases[job->case_count++].checks = testing->file.has_checker ? 0 : DEVICE_CHECK_MEMORY;
    }
    add_draws(testing);
    if (testing->file.has_checker)
        job->programs[job->program_count++] = build_program(
            JOB_OWN_CHECKER, grading->verdict->source, testing->checker.plan, testing->checker.result, grading->arena);
    return true;
}

/* The right kernels come first, and the reference before the others. */
static bool all_spared(const struct verdict *verdict, size_t right)
{
    for (size_t i = 0; i < right && i < verdict->case_count; i++)
        if (!verdict->cases[i].right)
            return false;
    return true;
}

static bool is_over(const struct testing *testing)
{
    return testing->unsafe || testing->failure.code != ERROR_NONE;
}

static void judge_versions(struct testing *testing, size_t right)
{
    const struct verdict *verdict = testing->grading->verdict;
    struct arena *arena = verdict->arena;
    const char *first = verdict->smallest_failing ? verdict->smallest_failing->name : "";
    const char *count = phrase_count(arena, verdict->case_count - right);
    if (!all_spared(verdict, right))
        finish(testing, VERDICT_WRONG,
               sentence_text(arena, SENTENCE_TESTS_VERSION_BLAMED,
                             FIELDS({"case", testing->blamed ? testing->blamed : "?"}, {"name", first})));
    else if (verdict->right_count < verdict->case_count)
        finish(testing, VERDICT_WRONG,
               sentence_text(arena, SENTENCE_TESTS_VERSION_UNNOTICED,
                             FIELDS({"caught", phrase_count(arena, verdict->right_count - right)}, {"count", count},
                                    {"name", first})));
    else
        finish(testing, VERDICT_PASS,
               sentence_text(arena, SENTENCE_TESTS_VERSIONS_ALL_CAUGHT, FIELDS({"count", count})));
}

static void judge_all(struct testing *testing)
{
    if (testing->unsafe) {
        diagnose_checker(testing->grading, testing->unsafe, testing->unsafe_case);
        return;
    }
    struct verdict *verdict = testing->grading->verdict;
    struct arena *arena = verdict->arena;
    size_t right = 1 + testing->grading->request->exercise->spared.count, wrong = verdict->case_count - right;
    const char *where = testing->blamed ? testing->blamed : "";
    const char *first = verdict->smallest_failing ? verdict->smallest_failing->name : "";
    if (testing->failure.code != ERROR_NONE)
        finish(testing, testing->failure.code == ERROR_TIMEOUT ? VERDICT_TIMEOUT : VERDICT_CRASH,
               sentence_text(arena, SENTENCE_TESTS_CHECKER_STOPPED,
                             FIELDS({"case", testing->failed_case}, {"why", testing->failure.message})));
    else if (testing->exercise.is_of_versions)
        judge_versions(testing, right);
    else if (!verdict->cases[0].right)
        finish(testing, VERDICT_WRONG, sentence_text(arena, SENTENCE_TESTS_RIGHT_BLAMED, FIELDS({"where", where})));
    else if (!all_spared(verdict, right))
        finish(testing, VERDICT_WRONG,
               sentence_text(arena, SENTENCE_TESTS_ONE_RIGHT_BLAMED, FIELDS({"name", first}, {"where", where})));
    else if (verdict->right_count < verdict->case_count)
        finish(testing, VERDICT_WRONG,
               sentence_text(arena, SENTENCE_TESTS_UNNOTICED,
                             FIELDS({"caught", phrase_count(arena, verdict->right_count - right)},
                                    {"count", phrase_count(arena, wrong)}, {"name", first},
                                    {"how", testing->unnoticed ? testing->unnoticed : ""})));
    else
        finish(testing, VERDICT_PASS,
               sentence_text(arena, right == 1 ? SENTENCE_TESTS_ALL_CAUGHT_ONE_SPARED : SENTENCE_TESTS_ALL_CAUGHT,
                             FIELDS({"count", phrase_count(arena, wrong)})));
}

/* "slower version 3 (one lucky run)" */
static const char *version_name(bool is_right, size_t number, const char *leaf, int length, struct arena *arena)
{
    char *words = arena_printf(arena, "%.*s", length, leaf);
    for (char *at = words; *at; at++)
        if (*at == '_')
            *at = ' ';
    return arena_printf(arena, is_right ? _("version %zu (%s)") : _("slower version %zu (%s)"), number, words);
}

/* "wrong kernel 3 (sign_lost)": the file's name says what is special about it. */
static const char *kernel_name(const struct testing *testing, bool is_right, size_t number, const char *relative)
{
    struct arena *arena = testing->grading->arena;
    const char *leaf = path_leaf(relative), *dot = strrchr(leaf, '.');
    int length = (int)(dot ? dot - leaf : (long)strlen(leaf));
    if (testing->exercise.is_of_versions)
        return version_name(is_right, number, leaf, length, arena);
    return arena_printf(arena, is_right ? _("right kernel %zu (%.*s)") : _("wrong kernel %zu (%.*s)"), number, length,
                        leaf);
}

static bool run_all(struct testing *testing, struct error *error)
{
    struct grading *grading = testing->grading;
    const struct exercise *exercise = grading->request->exercise;
    struct verdict *verdict = grading->verdict;
    verdict->cases =
        ARENA_ARRAY(verdict->arena, exercise->planted.count + exercise->spared.count + 1, struct case_verdict);
    if (!run_kernel(testing, exercise->reference, true, error))
        return false;
    record_right(testing, testing->exercise.is_of_versions ? kernel_name(testing, true, 1, exercise->reference)
                                                           : _("the right kernel"));
    for (size_t i = 0; i < exercise->spared.count && !is_over(testing); i++) {
        if (!run_kernel(testing, exercise->spared.items[i], true, error))
            return false;
        record_right(testing, kernel_name(testing, true, i + 2, exercise->spared.items[i]));
    }
    for (size_t i = 0; i < exercise->planted.count && !is_over(testing); i++) {
        grading_progress(grading, STAGE_CASES, (int)i, (int)exercise->planted.count);
        if (!run_kernel(testing, exercise->planted.items[i], false, error))
            return false;
        if (!testing->is_caught && !testing->unnoticed && !is_over(testing) && !exercise->is_of_versions)
            testing->unnoticed = tests_unnoticed(grading, &grading->job);
        record(testing, kernel_name(testing, false, i + 1, exercise->planted.items[i]), testing->is_caught);
    }
    judge_all(testing);
    return true;
}

/* Wrong kernels run on the virtual device, which survives them. */
static bool choose_virtual(struct grading *grading, struct error *error)
{
    const struct grade_request *given = grading->request;
    struct grade_request request = *given;
    request.device = "virtual";
    grading->request = &request;
    bool done = grading_choose_device(grading, error);
    grading->request = given;
    return done;
}

bool grade_tests(struct grading *grading, struct error *error)
{
    struct testing testing = {.grading = grading};
    const struct exercise *exercise = grading->request->exercise;
    bool ok = true;
    if (!exercise->reference || !exercise->planted.count || !exercise->case_count || exercise->checker)
        return error_set(error, ERROR_INTERNAL, "exercise %s needs a reference, planted kernels and cases",
                         exercise->id);
    grading_progress(grading, STAGE_PLAN, 0, 1);
    if (!read_file(&testing) || !check_sizes(&testing)) {
        finish(&testing, VERDICT_COMPILE_ERROR, "");
        return true;
    }
    if (!choose_virtual(grading, error))
        return false;
    grading->verdict->time = (struct time_verdict){.note = N_("tests are not timed")};
    if (testing.file.has_checker && !compile_checker(&testing, &ok, error))
        return false;
    if (ok) {
        bool done = prepare_job(&testing, error) && run_all(&testing, error);
        observation_free(testing.unsafe);
        return done;
    }
    finish(&testing, VERDICT_COMPILE_ERROR, "");
    return true;
}
