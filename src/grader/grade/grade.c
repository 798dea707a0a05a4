/* A submission through its stages: plan, compile, cases, gates, time. */
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/random.h"
#include "grader/diagnose/diagnosis.h"
#include "grader/grade/grade.h"
#include "grader/grade/grade_compile.h"
#include "grader/grade/judge.h"
#include "grader/grade/shared_use.h"
#include "grader/prepare/submission.h"
#include "grader/time/measured/time_measured.h"
#include "grader/time/modelled/time_modelled.h"
#include "grader/time/modelled/time_search.h"
#include "grader/value/observation_merge.h"
#include "grader/value/phrase.h"
#include "grader/value/sentence.h"

static void take_source(struct verdict *verdict, const struct source *given)
{
    struct source *source = ARENA_NEW(verdict->arena, struct source);
    source->name = arena_strdup(verdict->arena, given->name ? given->name : "");
    source->text = arena_strndup(verdict->arena, given->text ? given->text : "", given->size_bytes);
    source->size_bytes = given->size_bytes;
    verdict->source = source;
    verdict->file = source->name;
    hash_bytes(source->text, source->size_bytes, verdict->source_sha256);
}

static uint64_t draw_seed(void)
{
    uint64_t seed = random_system_seed() >> 16; /* short enough to type */
    return seed ? seed : 1;
}

static void begin_verdict(struct grading *grading)
{
    const struct grade_request *request = grading->request;
    struct verdict *verdict = grading->verdict;
    grading->seed = request->seed ? request->seed : draw_seed();
    verdict->seed = grading->seed;
    verdict->program_version = WARPSCHOOL_VERSION;
    verdict->model_version = VERDICT_MODEL_VERSION;
    verdict->exercise = arena_strdup(verdict->arena, request->exercise->id);
    take_source(verdict, request->source);
    verdict->time = (struct time_verdict){.note = "not modelled yet"};
}

void grade_end_early(struct grading *grading, enum verdict_status status, const char *message)
{
    grading->verdict->status = status;
    diagnose_early(grading, message);
}

static bool stage_plan(struct grading *grading, bool *out_go_on)
{
    const struct grade_request *request = grading->request;
    struct verdict *verdict = grading->verdict;
    struct source starter;
    grading_progress(grading, STAGE_PLAN, 0, 1);
    bool has_starter = request->exercise->starter &&
                       build_read_source(curriculum_folder(request->curriculum, request->exercise), "exercises",
                                         request->exercise->starter, verdict->arena, &starter, NULL);
    *out_go_on = submission_check(request->exercise, verdict->source, has_starter ? &starter : NULL, verdict->arena,
                                  verdict->diagnostics, &grading->plan);
    if (!*out_go_on)
        grade_end_early(grading, VERDICT_COMPILE_ERROR, "");
    return true;
}

static bool stage_device(struct grading *grading, bool *out_go_on, struct error *error)
{
    if (!grading_choose_device(grading, error))
        return false;
    const char *missing =
        grading_missing_feature(grading->request->exercise, grading->plan, &grading->opened->properties);
    *out_go_on = missing == NULL;
    if (missing)
        grade_end_early(grading, VERDICT_WAIVED,
                        sentence_text(grading->arena, SENTENCE_FEATURE_MISSING, FIELDS({"feature", missing})));
    return true;
}

/* A run of the -G compile adds nothing to a kernel that does not end, or is unsafe already. */
static bool is_debugged(const struct grading *grading)
{
    for (size_t i = 0; i < grading->cases.count; i++) {
        const struct case_result *result = grading->records[i].result;
        if (result && (result->observation->timed_out || observation_endangers(result->observation)))
            return false;
    }
    return grading->failure.code == ERROR_NONE && grading->compiled_debug && grading->compiled_debug->ok;
}

/* Machine code takes longest to compile, and cases do without it. */
static bool stage_cases(struct grading *grading, bool *out_go_on, struct error *error)
{
    if (!grade_run_cases(grading, error) || !grade_compile_finish_debug(grading, error) ||
        (is_debugged(grading) && !grade_run_debug(grading, error)))
        return false;
    if (judge_knows_right(grading))
        grading_progress(grading, STAGE_GATES, 0, 1);
    if (!shared_use_find(grading, error) ||
        (!grade_compile_goes_without(grading) && !grade_compile_finish(grading, out_go_on, error)))
        return false;
    return !*out_go_on || judge_cases(grading, error);
}

/* A kernel that misses a gate earns no medal, and the timed size may take it minutes. */
static bool is_timed(struct grading *grading)
{
    if (grading->verdict->status != VERDICT_GATE && !time_search_is_refused(grading))
        return true;
    grading->verdict->time.note = sentence_row(SENTENCE_NOT_TIMED_GATE).text;
    return false;
}

static bool stage_time(struct grading *grading, struct error *error)
{
    struct time_failure failure = {0};
    if (grading->request->untimed)
        return true;
    bool done = time_search(grading, error);
    if (done && is_timed(grading))
        done = time_measured(grading, &failure, error) && time_modelled(grading, &failure, error);
    if (done)
        judge_time(grading, &failure);
    if (failure.result)
        observation_free(failure.result->observation);
    return done;
}

/* --- the other sizes of a plan ---------------------------------------------------------------- */

/* What is known before any time is. */
struct untimed {
    struct grading grading;
    struct verdict verdict;
};

static size_t drawn_size(const struct grading *grading)
{
    return (size_t)(grading->seed % grading->request->exercise->bench_count);
}

/* A plan must be fast at all of the exercise's sizes, not by a lucky draw. */
static bool has_sizes(const struct grading *grading)
{
    return grading->request->exercise->bench_count && !grading->request->untimed &&
           grading->verdict->status == VERDICT_PASS;
}

/*
 * All sizes but the drawn one, by the seeds that draw them as they stand in the lesson. So the
 * solution has a stored time at each.
 */
static bool plan_sizes(struct grading *grading, struct job_case *out_sizes, struct error *error)
{
    for (size_t i = 0; i < grading->request->exercise->bench_count; i++)
        if (i != drawn_size(grading) &&
            !cases_plan_bench(grading->request->exercise, i, grading->arena, out_sizes++, error))
            return false;
    return true;
}

static bool begin_sizes(struct grading *grading, struct error *error)
{
    size_t count = grading->request->exercise->bench_count;
    if (!has_sizes(grading))
        return true;
    struct job_case *sizes = ARENA_ARRAY(grading->arena, count, struct job_case);
    return plan_sizes(grading, sizes, error) && grade_compile_begin_sizes(grading, sizes, count - 1, error);
}

/* Whether the verdict at another size counts in place of one that passes. */
static bool is_worse(const struct verdict *second, const struct verdict *first)
{
    return second->status != VERDICT_PASS || second->time.medal < first->time.medal;
}

/* Times the plan at another size. The cases have said what they can. */
static bool time_at(struct grading *grading, const struct untimed *untimed, size_t size,
                    struct compile_result *compiled, struct error *error)
{
    struct grading there = untimed->grading;
    struct verdict second = untimed->verdict;
    struct job_case given;
    there.verdict = &second;
    there.seed = size;
    there.compiled = compiled;
    if (!cases_plan_bench(grading->request->exercise, size, grading->arena, &given, error) ||
        !stage_time(&there, error))
        return false;
    if (!is_worse(&second, grading->verdict))
        return true;
    *grading->verdict = second;
    grading->verdict->message =
        sentence_text(second.arena, SENTENCE_AT_OTHER_SIZE,
                      FIELDS({"case", phrase_case(second.arena, given.name)}, {"message", second.message}));
    return true;
}

/* A model tells soon where one configuration is as good. On a GPU, each size is measured. */
static bool look_at_size(struct grading *grading, const struct untimed *untimed, size_t size,
                         struct compile_result *compiled, struct error *error)
{
    bool earns = false;
    if (!grading->on_cuda && !time_search_earns(grading, size, compiled, &earns, error))
        return false;
    return earns || time_at(grading, untimed, size, compiled, error);
}

static bool stage_sizes(struct grading *grading, const struct untimed *untimed, struct error *error)
{
    size_t count = grading->request->exercise->bench_count;
    struct compile_result *compiled;
    bool go_on = true;
    if (!has_sizes(grading))
        return true;
    const struct verdict timed = *grading->verdict;
    *grading->verdict = untimed->verdict; /* that of kernels which do not compile has no time */
    if (!grade_compile_finish_sizes(grading, &compiled, &go_on, error))
        return false;
    if (go_on)
        *grading->verdict = timed;
    for (size_t i = 0; i < count && go_on; i++) {
        grading_progress(grading, STAGE_TIME, (int)i, (int)count);
        if (i != drawn_size(grading) && !look_at_size(grading, untimed, i, compiled, error))
            return false;
        go_on = grading->verdict->status == VERDICT_PASS;
    }
    return true;
}

static bool stage_times(struct grading *grading, struct error *error)
{
    const struct untimed untimed = {*grading, *grading->verdict};
    return begin_sizes(grading, error) && stage_time(grading, error) && stage_sizes(grading, &untimed, error);
}

static bool run_stages(struct grading *grading, struct error *error)
{
    bool go_on = true;
    if (grading->request->exercise->kind == EXERCISE_TESTS)
        return grade_tests(grading, error);
    if (!stage_plan(grading, &go_on) || !go_on)
        return true;
    if (!stage_device(grading, &go_on, error))
        return false;
    if (!go_on)
        return true;
    bool done = grade_compile(grading, &go_on, error) && (!go_on || stage_cases(grading, &go_on, error)) &&
                (!go_on || stage_times(grading, error));
    grade_compile_end(grading);
    return done;
}

static void free_observations(struct grading *grading)
{
    for (size_t i = 0; grading->records && i < grading->cases.count; i++)
        if (grading->records[i].result)
            observation_free(grading->records[i].result->observation);
    observation_free(grading->debug_observation);
}

/* Says what of this machine keeps the attempt from counting towards a certificate. */
static void describe_machine(struct grading *grading)
{
    struct grader *grader = grading->grader;
    struct verdict *verdict = grading->verdict;
    const char *version = grading_toolkit_version(grader);
    if (grader->is_described)
        verdict->toolkit_version = arena_strdup(verdict->arena, version);
    if (verdict->not_certifiable_why)
        return;
    if (!grader->is_described)
        verdict->not_certifiable_why = _("the compiler could not be described");
    else if (!grader->info.pinned)
        verdict->not_certifiable_why = arena_printf(
            verdict->arena, _("compiled with CUDA Toolkit %s, and not with the version that verdicts are made with"),
            grader->info.toolkit_version);
    else if (!strcmp(grader->info.sandbox, "none"))
        verdict->not_certifiable_why = _("the compiler ran without a sandbox");
    else if (grading->opened && !grading->opened->confined)
        verdict->not_certifiable_why = _("the device process ran without a full sandbox");
}

static bool check_kind(const struct exercise *exercise, struct error *error)
{
    if (exercise->locked)
        return error_set(error, ERROR_UNSUPPORTED, "%s is not open yet: %s", exercise->id, exercise->locked);
    if (exercise->kind == EXERCISE_KERNEL || exercise->kind == EXERCISE_PLAN || exercise->kind == EXERCISE_TESTS)
        return true;
    return error_set(error, ERROR_UNSUPPORTED, "exercises of kind '%s' cannot be graded yet",
                     exercise_kind_name(exercise->kind));
}

static bool grade_on_one(struct grader *grader, const struct grade_request *request, struct verdict **out_verdict,
                         struct error *error)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct grading grading = {.grader = grader, .request = request, .arena = arena};
    int64_t began_ns = clock_monotonic_ns();
    if (!check_kind(request->exercise, error))
        return false;
    grading.verdict = verdict_new();
    begin_verdict(&grading);
    bool done = run_stages(&grading, error);
    free_observations(&grading);
    if (!done) {
        verdict_free(grading.verdict);
        return false;
    }
    if (request->exercise->kind == EXERCISE_TESTS && grading.verdict->status == VERDICT_PASS)
        grading.verdict->trust = VERDICT_TRUST_FULL;
    describe_machine(&grading);
    grading.verdict->certifiable = verdict_is_certifiable(grading.verdict);
    grading.verdict->elapsed_ns = (uint64_t)(clock_monotonic_ns() - began_ns);
    grading_progress(&grading, STAGE_DONE, 1, 1);
    *out_verdict = grading.verdict;
    return true;
}

/* --- further architectures -------------------------------------------------------------------- */

/* The grader of another modelled GPU. Its children start with its first submission. */
static struct grader *grader_of(struct grader *grader, const char *architecture, struct error *error)
{
    int i = 0;
    while (i < GRADER_OTHERS_MAX && grader->others[i] && strcmp(grader->others[i]->settings.architecture, architecture))
        i++;
    if (i == GRADER_OTHERS_MAX) {
        error_set(error, ERROR_RANGE, "more than %d further GPUs", GRADER_OTHERS_MAX);
        return NULL;
    }
    struct grader_settings settings = grader->settings;
    settings.architecture = architecture;
    if (!grader->others[i])
        grader->others[i] = grader_new(&settings, error);
    return grader->others[i];
}

/* Judges a passing submission on another GPU. A verdict that is no pass replaces it. */
static bool grade_on_other(struct grader *other, const struct grade_request *request, struct verdict **verdict,
                           struct error *error)
{
    struct grade_request again = *request;
    struct verdict *second;
    again.device = "virtual";
    again.seed = (*verdict)->seed;
    again.full = false;
    again.progress = NULL;
    if (!grade_on_one(other, &again, &second, error))
        return error_add_context(error, "%s", other->settings.architecture);
    if (second->status == VERDICT_PASS) {
        verdict_free(second);
        return true;
    }
    second->message = sentence_text(second->arena, SENTENCE_ON_ARCHITECTURE,
                                    FIELDS({"gpu", other->settings.architecture}, {"message", second->message}));
    verdict_free(*verdict);
    *verdict = second;
    return true;
}

bool grader_grade(struct grader *grader, const struct grade_request *request, struct verdict **out_verdict,
                  struct error *error)
{
    const struct text_list *architectures = &request->exercise->architectures;
    struct verdict *verdict;
    if (!grade_on_one(grader, request, &verdict, error))
        return false;
    for (size_t i = 0; i < architectures->count && verdict->status == VERDICT_PASS; i++) {
        if (strcmp(architectures->items[i], grader->settings.architecture) == 0)
            continue;
        struct grader *other = grader_of(grader, architectures->items[i], error);
        if (other && grade_on_other(other, request, &verdict, error))
            continue;
        verdict_free(verdict);
        return false;
    }
    *out_verdict = verdict;
    return true;
}
