/* Collects the attempts, assessments and questions that an award rests on. */
#include "app/certification/evidence.h"

#include <pthread.h>
#include <string.h>

#include "app/full_check.h"
#include "app/submission.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/json.h"
#include "grader/crew.h"
#include "grader/verdict.h"
#include "progress/assessments.h"

enum { ATTEMPTS_MAX = 100000 };

/* An attempt that becomes a claim. */
struct pick {
    const struct exercise *exercise;
    struct attempt attempt;
    struct pick *next;
};

struct collection {
    struct app *app;
    struct certificate_progress progress;
    struct arena *arena;
    struct pick *first, **end; /* in the order of the award */
    json_t *claims, *assessments, *questions, *shown;
    struct evidence_counts counts;

    /* The picks that count only once they are judged in full. */
    struct pick **open;
    size_t open_count;
    pthread_mutex_t lock; /* guards everything below, and the store */
    size_t done;
    struct error failure; /* the first */
};

void evidence_lesson_hash(const struct exercise *exercise, char out_hex[HASH_HEX_BYTES])
{
    hash_bytes(exercise->source->text, exercise->source->size_bytes, out_hex);
}

/* --- one claim -------------------------------------------------------------------------------- */

static json_t *claim_json(const struct pick *pick)
{
    const struct attempt *attempt = &pick->attempt;
    char lesson_sha256[HASH_HEX_BYTES];
    evidence_lesson_hash(pick->exercise, lesson_sha256);
    json_t *claim = json_pack("{s:s?, s:s, s:s, s:s, s:s?, s:s?, s:s?, s:o, s:o, s:s?, s:s?}", "attempt", attempt->uuid,
                              "exercise", attempt->exercise, "lesson_sha256", lesson_sha256, "status", attempt->status,
                              "medal", attempt->medal, "device", attempt->device, "architecture", attempt->architecture,
                              "seed", json_from_u64(attempt->seed), "source", json_from_text(attempt->source),
                              "source_sha256", attempt->source_sha256, "ptx_sha256", attempt->ptx_sha256);
    json_t *rest = json_pack("{s:s?, s:s?, s:s?, s:s?, s:b, s:s?, s:I, s:o}", "toolkit", attempt->toolkit, "program",
                             attempt->program_version, "model", attempt->model_version, "trust", attempt->trust,
                             "assisted", attempt->assisted, "started_at", attempt->started_at, "elapsed_ns",
                             (json_int_t)attempt->elapsed_ns, "verdict", json_from_text(attempt->verdict_json));
    json_object_update(claim, rest);
    json_decref(rest);
    return claim;
}

static bool is_pass(const struct attempt *attempt)
{
    return strcmp(attempt->status, verdict_status_name(VERDICT_PASS)) == 0 && attempt->source;
}

/* The newest pass that counts as it is, else the newest pass. NULL: there is none. */
static const struct attempt *choose(const struct attempt *attempts, size_t count)
{
    const struct attempt *chosen = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!is_pass(&attempts[i]))
            continue;
        if (attempts[i].certifiable && !attempts[i].assisted)
            return &attempts[i];
        if (!chosen || (chosen->assisted && !attempts[i].assisted))
            chosen = &attempts[i];
    }
    return chosen;
}

static bool read_pass(struct collection *collection, const struct exercise *exercise, struct attempt *out_attempt,
                      bool *out_found, struct error *error)
{
    struct attempt *attempts;
    size_t count;
    const struct attempt_query wanted = {.exercise = exercise->id, .limit = ATTEMPTS_MAX, .is_whole = true};
    if (!store_list_attempts(collection->app->store, &wanted, collection->arena, &attempts, &count, error))
        return false;
    const struct attempt *chosen = choose(attempts, count);
    *out_found = chosen != NULL;
    if (chosen)
        *out_attempt = *chosen;
    return true;
}

static void add_pick(struct collection *collection, const struct exercise *exercise, const struct attempt *attempt)
{
    struct pick *pick = ARENA_ARRAY(collection->arena, 1, struct pick);
    *pick = (struct pick){.exercise = exercise, .attempt = *attempt};
    *collection->end = pick;
    collection->end = &pick->next;
    collection->counts.claims++;
    collection->counts.assisted += attempt->assisted;
    collection->open_count += !attempt->certifiable;
}

/* After help, the unaided pass of the variant counts. */
static bool add_exercise(struct collection *collection, const struct exercise *exercise, struct error *error)
{
    struct attempt attempt;
    bool found;
    if (!read_pass(collection, exercise, &attempt, &found, error))
        return false;
    const struct exercise *variant =
        exercise->variant ? curriculum_find_exercise(collection->app->curriculum, exercise->variant) : NULL;
    if (found && attempt.assisted && variant) {
        exercise = variant;
        if (!read_pass(collection, exercise, &attempt, &found, error))
            return false;
    }
    if (!found)
        return error_set(error, ERROR_NOT_FOUND, "no passed attempt at %s is recorded with its source", exercise->id);
    add_pick(collection, exercise, &attempt);
    return true;
}

/* --- lessons ---------------------------------------------------------------------------------- */

/* The kernel of an assessment is the one that passed there, not a later one. */
static bool add_item(struct collection *collection, int64_t id, struct error *error)
{
    struct attempt attempt;
    if (!store_get_attempt(collection->app->store, id, collection->arena, &attempt, error))
        return false;
    const struct exercise *exercise = curriculum_find_exercise(collection->app->curriculum, attempt.exercise);
    if (!exercise)
        return error_set(error, ERROR_NOT_FOUND, "this course has no exercise %s of your assessment", attempt.exercise);
    add_pick(collection, exercise, &attempt);
    return true;
}

static bool add_assessment(struct collection *collection, const struct lesson *lesson, struct error *error)
{
    struct assessment_record record;
    bool found;
    if (!assessments_last_passed(collection->app->store, level_name(lesson->level), collection->arena, &found, &record,
                                 error))
        return false;
    if (!found)
        return error_set(error, ERROR_NOT_FOUND, "the %s assessment was not passed", _(level_name(lesson->level)));
    json_array_append_new(collection->assessments,
                          json_pack("{s:s, s:s, s:s?, s:s?, s:s?, s:I, s:i, s:i, s:b}", "lesson", record.lesson,
                                    "level", record.level, "pack", record.pack, "pool_sha256", record.pool_sha256,
                                    "started_at", record.started_at, "elapsed_s",
                                    (json_int_t)(record.elapsed_ns / 1000000000), "points", record.points,
                                    "points_total", record.points_total, "self_administered", record.pack == NULL));
    collection->counts.assessments++;
    collection->counts.is_supervised |= record.pack != NULL;
    for (size_t i = 0; i < record.item_count; i++) {
        const struct assessment_item *item = &record.items[i];
        if (item->kind == ASSESSMENT_EXERCISE && item->state == ASSESSMENT_RIGHT &&
            !add_item(collection, item->attempt, error))
            return false;
    }
    return true;
}

static bool add_lesson(struct collection *collection, const struct lesson *lesson, struct error *error)
{
    if (lesson->kind == LESSON_ASSESSMENT)
        return add_assessment(collection, lesson, error);
    bool has_exercise = false;
    for (size_t i = 0; i < lesson->step_count; i++) {
        if (lesson->steps[i].kind != STEP_EXERCISE)
            continue;
        has_exercise = true;
        if (!add_exercise(collection, lesson->steps[i].exercise, error))
            return false;
    }
    if (has_exercise)
        return true;
    json_array_append_new(collection->questions, json_pack("{s:s, s:b}", "lesson", lesson->id, "right", 1));
    collection->counts.questions++;
    return true;
}

/* An assessment that the award shows, but does not need. */
static void add_shown(struct collection *collection, const struct award *award)
{
    if (!award->shown)
        return;
    json_array_append_new(collection->shown,
                          json_pack("{s:s, s:s}", "assessment", award->shown, "state", award->shown_state));
    collection->counts.shown = award->shown;
    collection->counts.shown_state = award->shown_state;
}

/* --- passes of which only a sample was compared ----------------------------------------------- */

/* The record keeps the new judgement, unless a busy machine was the reason for it. */
static bool take_verdict(const struct collection *collection, struct pick *pick, const struct verdict *verdict,
                         struct error *error)
{
    bool is_conclusive = verdict->certifiable || full_check_is_conclusive(verdict, pick->attempt.medal != NULL);
    if (is_conclusive && !submission_rejudge(collection->app, pick->attempt.id, verdict, error))
        return error_add_context(error, "%s", pick->exercise->id);
    if (!verdict->certifiable)
        return error_set(error, ERROR_RANGE, "%s does not count: %s", pick->exercise->id,
                         verdict->status != VERDICT_PASS ? verdict->message
                         : verdict->not_certifiable_why  ? verdict->not_certifiable_why
                                                         : _("its whole launch could not be compared"));
    return store_get_attempt(collection->app->store, pick->attempt.id, collection->arena, &pick->attempt, error);
}

static bool grade_in_full(const struct collection *collection, struct grader *grader, const struct pick *pick,
                          struct verdict **out_verdict, struct error *error)
{
    const char *source = pick->attempt.source;
    struct submission submission = {
        .exercise = pick->exercise,
        .source = {.name = pick->exercise->starter, .text = source, .size_bytes = strlen(source)},
        .device = "virtual",
        .full = true,
        .seed = pick->attempt.seed,
    };
    return submission_grade(collection->app, grader, &submission, out_verdict, error);
}

static void report(const struct collection *collection)
{
    if (collection->progress.report)
        collection->progress.report(collection->progress.context, collection->done, collection->open_count);
}

static bool has_failed(struct collection *collection)
{
    pthread_mutex_lock(&collection->lock);
    bool failed = collection->failure.code != ERROR_NONE;
    pthread_mutex_unlock(&collection->lock);
    return failed;
}

/* After the first that does not count, the award cannot be issued: the others are left. */
static void judge_pick(void *context, struct grader *grader, uint64_t index)
{
    CLEANUP(verdict_free) struct verdict *verdict = NULL;
    struct collection *collection = context;
    struct pick *pick = collection->open[index];
    struct error error = {0};
    if (has_failed(collection))
        return;
    bool graded = grade_in_full(collection, grader, pick, &verdict, &error) ||
                  error_add_context(&error, "%s", pick->exercise->id);
    pthread_mutex_lock(&collection->lock);
    if (!(graded && take_verdict(collection, pick, verdict, &error)) && collection->failure.code == ERROR_NONE)
        collection->failure = error;
    collection->done++;
    report(collection);
    pthread_mutex_unlock(&collection->lock);
}

static bool judge_open(struct collection *collection, struct error *error)
{
    size_t count = 0;
    collection->open = ARENA_ARRAY(collection->arena, collection->open_count + 1, struct pick *);
    for (struct pick *pick = collection->first; pick; pick = pick->next)
        if (!pick->attempt.certifiable)
            collection->open[count++] = pick;
    if (count == 0)
        return true;
    struct crew crew = {
        .settings = app_grader_settings(collection->app), .units = count, .judge = judge_pick, .context = collection};
    report(collection);
    pthread_mutex_init(&collection->lock, NULL);
    bool done = crew_work(&crew, error);
    pthread_mutex_destroy(&collection->lock);
    if (done && collection->failure.code == ERROR_NONE)
        return true;
    if (done)
        *error = collection->failure;
    return false;
}

bool evidence_collect(struct app *app, const struct award *award, struct certificate_progress progress,
                      json_t **out_evidence, struct evidence_counts *out_counts, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(json_decref) json_t *evidence = json_object();
    struct collection collection = {.app = app,
                                    .progress = progress,
                                    .arena = arena,
                                    .claims = json_array(),
                                    .assessments = json_array(),
                                    .questions = json_array(),
                                    .shown = json_array()};
    collection.end = &collection.first;
    json_object_set_new(evidence, "claims", collection.claims);
    json_object_set_new(evidence, "assessments", collection.assessments);
    json_object_set_new(evidence, "questions", collection.questions);
    json_object_set_new(evidence, "shown", collection.shown);
    add_shown(&collection, award);
    bool good = true;
    for (size_t i = 0; i < award->lesson_count && good; i++)
        good = add_lesson(&collection, award->lessons[i], error);
    if (!good || !judge_open(&collection, error))
        return false;
    for (const struct pick *pick = collection.first; pick; pick = pick->next)
        json_array_append_new(collection.claims, claim_json(pick));
    *out_counts = collection.counts;
    *out_evidence = json_incref(evidence);
    return true;
}
