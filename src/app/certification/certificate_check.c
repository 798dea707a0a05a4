/* Judges the claims of a certificate again, side by side. */
#include "app/certificate_file.h"

#include <pthread.h>
#include <string.h>

#include "app/certification/claim_medal.h"
#include "app/certification/evidence.h"
#include "app/submission.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/random.h"
#include "grader/crew.h"
#include "grader/verdict.h"

static const char *const outcome_words[CLAIM_OUTCOME_COUNT] = {
    [CLAIM_CONFIRMED] = N_("confirmed"),
    [CLAIM_NOT_CONFIRMED] = N_("not confirmed"),
    [CLAIM_OTHER_RULES] = N_("rules differ"),
    [CLAIM_NOT_HERE] = N_("cannot be judged here"),
};

const char *claim_outcome_words(enum claim_outcome outcome)
{
    return outcome_words[outcome];
}

struct run {
    const struct app *app;
    const json_t *claims;
    struct certificate_check *check;
    bool *in_full;        /* one for each claim */
    const char **refused; /* why it cannot count for the award; NULL: it can */
    uint64_t seed;

    pthread_mutex_t lock; /* guards everything below, and check */
    size_t done;
};

/* --- one claim -------------------------------------------------------------------------------- */

static bool has_same_rules(const json_t *claim, const struct exercise *exercise)
{
    char sha256[HASH_HEX_BYTES];
    evidence_lesson_hash(exercise, sha256);
    return strcmp(sha256, json_text(claim, "lesson_sha256")) == 0;
}

static bool was_measured(const json_t *claim)
{
    return strcmp(json_text(claim, "trust"), verdict_trust_name(VERDICT_TRUST_MEASURED)) == 0;
}

/* What the verdict does not bear out. NULL: it bears out everything that can be seen here. */
static const char *difference_of(const json_t *claim, const struct verdict *verdict, bool in_full, struct arena *arena)
{
    enum medal claimed;
    if (!claim_medal_read(claim, &claimed))
        return _("it claims a medal that does not exist");
    if (verdict->status != VERDICT_PASS)
        return arena_printf(arena, _("here: %s"), verdict->message);
    if (in_full && verdict->trust < VERDICT_TRUST_FULL)
        return _("its whole launch could not be compared");
    if (!was_measured(claim) && claimed > verdict->time.medal)
        return arena_printf(arena, _("it claims %s, and earns %s here"), _(verdict_medal_name(claimed)),
                            verdict->time.medal == MEDAL_NONE ? _("no medal")
                                                              : _(verdict_medal_name(verdict->time.medal)));
    return NULL;
}

/* A kernel runs on the virtual GPU. A whole program would run on the reader's own machine. */
static bool is_refused_program(const struct run *run, const char *id)
{
    const struct exercise *exercise = curriculum_find_exercise(run->app->curriculum, id);
    return !run->check->programs && exercise->kind == EXERCISE_PROGRAM;
}

/* With every block, if a sample of them shows too little for the claimed medal. */
static bool grade(struct grader *grader, const struct run *run, const json_t *claim, struct claim_result *result,
                  struct verdict **out_verdict, struct error *error)
{
    const char *source = json_text(claim, "source");
    const struct exercise *exercise = curriculum_find_exercise(run->app->curriculum, result->exercise);
    struct submission submission = {
        .exercise = exercise,
        .source = {.name = exercise->starter, .text = source, .size_bytes = strlen(source)},
        .device = "virtual",
        .full = result->in_full,
        .seed = run->seed,
    };
    if (!submission_grade(run->app, grader, &submission, out_verdict, error))
        return false;
    if (result->in_full || was_measured(claim) || !claim_medal_needs_full(claim, *out_verdict))
        return true;
    verdict_free(*out_verdict);
    *out_verdict = NULL;
    submission.full = result->in_full = true;
    return submission_grade(run->app, grader, &submission, out_verdict, error);
}

static void judge(struct grader *grader, const struct run *run, const json_t *claim, struct arena *arena,
                  struct claim_result *result)
{
    CLEANUP(verdict_free) struct verdict *verdict = NULL;
    struct error failure = {0};
    const struct exercise *exercise = curriculum_find_exercise(run->app->curriculum, result->exercise);
    if (!grade(grader, run, claim, result, &verdict, &failure)) {
        result->outcome = CLAIM_NOT_HERE;
        result->why = arena_strdup(arena, failure.message);
        return;
    }
    const char *difference = difference_of(claim, verdict, result->in_full, arena);
    bool is_measured = was_measured(claim) && *json_text(claim, "medal");
    result->outcome = !difference                       ? CLAIM_CONFIRMED
                      : has_same_rules(claim, exercise) ? CLAIM_NOT_CONFIRMED
                                                        : CLAIM_OTHER_RULES;
    result->why = difference    ? difference
                  : is_measured ? arena_printf(arena, _("%s was measured on a GPU, and is not measured here"),
                                               json_text(claim, "medal"))
                                : "";
}

static void report(struct run *run, const struct claim_result *result)
{
    pthread_mutex_lock(&run->lock);
    run->done++;
    run->check->counts[result->outcome]++;
    if (run->check->result)
        run->check->result(run->check->context, result, run->done, json_array_size(run->claims));
    pthread_mutex_unlock(&run->lock);
}

static void judge_claim(void *context, struct grader *grader, uint64_t index)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct run *run = context;
    const json_t *claim = json_array_get(run->claims, index);
    struct claim_result result = {.exercise = json_text(claim, "exercise"),
                                  .outcome = CLAIM_OTHER_RULES,
                                  .in_full = run->in_full[index],
                                  .why = run->refused[index]};
    if (!run->refused[index] && is_refused_program(run, result.exercise)) {
        result.outcome = CLAIM_NOT_HERE;
        result.why = _("it is a whole program; --run-native runs it on your machine, confined");
    } else if (!run->refused[index])
        judge(grader, run, claim, arena, &result);
    report(run, &result);
}

/* --- what the award needs --------------------------------------------------------------------- */

/* For somebody who has earned nothing. */
bool certificate_award(const struct app *app, const struct certificate_file *file, struct arena *arena,
                       struct award *out_award, struct error *error)
{
    struct earned earned;
    CLEANUP(store_close) struct store *nobody = store_open_memory(error);
    if (!nobody || !earned_read(app->curriculum, nobody, arena, &earned, error) ||
        !award_find(&earned, file->credential.award, arena, out_award, error))
        return false;
    return !out_award->unoffered || error_set(error, ERROR_RANGE, "'%s' cannot be earned in this course: it has no %s",
                                              out_award->name, out_award->unoffered);
}

static bool award_has(const struct award *award, const struct lesson *lesson)
{
    for (size_t i = 0; i < award->lesson_count; i++)
        if (award->lessons[i] == lesson)
            return true;
    return false;
}

/* Claims that do not count would thin out those that are drawn to be judged in full. */
static const char *refusal_of(const struct run *run, const struct award *award, size_t index)
{
    const char *id = json_text(json_array_get(run->claims, index), "exercise");
    const struct exercise *exercise = curriculum_find_exercise(run->app->curriculum, id);
    if (!exercise)
        return _("this course has no such exercise");
    if (!award_has(award, exercise->lesson))
        return _("the award does not count this exercise");
    for (size_t i = 0; i < index; i++)
        if (strcmp(json_text(json_array_get(run->claims, i), "exercise"), id) == 0)
            return _("it is claimed twice");
    return NULL;
}

static bool has_claim(const json_t *claims, const struct exercise *exercise)
{
    size_t i;
    json_t *claim;
    json_array_foreach(claims, i, claim)
    {
        const char *id = json_text(claim, "exercise");
        if (strcmp(id, exercise->id) == 0 || (exercise->variant && strcmp(id, exercise->variant) == 0))
            return true;
    }
    return false;
}

static bool has_entry(const json_t *list, const char *key, const char *value)
{
    size_t i;
    json_t *entry;
    json_array_foreach(list, i, entry)
    {
        if (strcmp(json_text(entry, key), value) == 0)
            return true;
    }
    return false;
}

static bool has_passed_assessment(const json_t *list, const struct lesson *pool)
{
    size_t i;
    json_t *entry;
    json_array_foreach(list, i, entry)
    {
        double points = json_number_value(json_object_get(entry, "points"));
        double total = json_number_value(json_object_get(entry, "points_total"));
        if (strcmp(json_text(entry, "level"), level_name(pool->level)) == 0 && total > 0 &&
            points >= pool->draw.pass * total - 1e-9)
            return true;
    }
    return false;
}

static void report_missing(struct run *run, const char *id, const char *why)
{
    struct claim_result result = {.exercise = id, .outcome = CLAIM_NOT_CONFIRMED, .why = why};
    run->check->counts[result.outcome]++;
    if (run->check->result)
        run->check->result(run->check->context, &result, run->done, json_array_size(run->claims));
}

static void report_missing_of(struct run *run, const json_t *evidence, const struct lesson *lesson)
{
    const char *no_claim = _("the award needs it, and the file does not claim it");
    if (lesson->kind == LESSON_ASSESSMENT) {
        if (!has_passed_assessment(json_object_get(evidence, "assessments"), lesson))
            report_missing(run, lesson->id, _("the award needs this assessment, and the file shows no pass"));
        return;
    }
    bool has_exercise = false;
    for (size_t i = 0; i < lesson->step_count; i++) {
        if (lesson->steps[i].kind != STEP_EXERCISE)
            continue;
        has_exercise = true;
        if (!has_claim(run->claims, lesson->steps[i].exercise))
            report_missing(run, lesson->steps[i].exercise->id, no_claim);
    }
    if (!has_exercise && !has_entry(json_object_get(evidence, "questions"), "lesson", lesson->id))
        report_missing(run, lesson->id, no_claim);
}

/* --- the check -------------------------------------------------------------------------------- */

/* Each claim that counts is as likely as any other, and the issuer cannot know which. */
static void draw_full(struct run *run, size_t count)
{
    size_t rest = 0;
    for (size_t i = 0; i < count; i++)
        rest += !run->refused[i];
    size_t left = run->check->all || rest < CERTIFICATE_FULL_DRAWN ? rest : CERTIFICATE_FULL_DRAWN;
    for (size_t i = 0; i < count && left > 0; i++) {
        if (run->refused[i])
            continue;
        run->in_full[i] = random_below_at(run->seed, 0, i, rest--) < left;
        left -= run->in_full[i];
    }
}

bool certificate_check(const struct app *app, const struct certificate_file *file, struct certificate_check *check,
                       struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const json_t *claims = json_object_get(file->evidence, "claims");
    size_t count = json_array_size(claims);
    struct award award;
    if (!certificate_award(app, file, arena, &award, error))
        return false;
    struct run run = {.app = app,
                      .claims = claims,
                      .check = check,
                      .in_full = ARENA_ARRAY(arena, count + 1, bool),
                      .refused = ARENA_ARRAY(arena, count + 1, const char *),
                      .seed = check->seed ? check->seed : random_system_seed()};
    for (size_t i = 0; i < count; i++)
        run.refused[i] = refusal_of(&run, &award, i);
    draw_full(&run, count);
    for (size_t i = 0; i < award.lesson_count; i++)
        report_missing_of(&run, file->evidence, award.lessons[i]);
    struct crew crew = {.settings = app_grader_settings(app),
                        .jobs = check->jobs,
                        .units = count,
                        .judge = judge_claim,
                        .context = &run};
    pthread_mutex_init(&run.lock, NULL);
    bool done = crew_work(&crew, error);
    pthread_mutex_destroy(&run.lock);
    return done;
}
