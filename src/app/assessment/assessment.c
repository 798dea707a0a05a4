/* Starts, answers and ends assessments. */
#include "app/assessment.h"

#include <stdlib.h>
#include <string.h>

#include "app/assessment/assessment_draw.h"
#include "app/prediction.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/random.h"
#include "grader/source_barrier.h"

enum { NS_PER_SECOND = 1000000000, SECONDS_PER_MINUTE = 60 };

const struct lesson *assessment_find_pool(const struct app *app, const char *name, struct error *error)
{
    const struct lesson *found = NULL;
    for (size_t i = 0; i < app->curriculum->lesson_count; i++) {
        const struct lesson *lesson = app->curriculum->lessons[i];
        bool fits = strcmp(lesson->id, name) == 0 || strcmp(level_name(lesson->level), name) == 0;
        if (lesson->kind == LESSON_ASSESSMENT && fits && (!found || lesson->pack))
            found = lesson;
    }
    if (found)
        return found;
    error_set(error, ERROR_NOT_FOUND, "this course has no assessment '%s'", name);
    error_add_hint(error, "levels are foundation, intermediate, advanced and research");
    return NULL;
}

enum { SOLUTION_SEEN = 1 << 20 }; /* more than any number of sittings */

/* How often a sitting drew each step of the pool. Kernels whose solution was seen come last. */
static const int *known_steps(struct app *app, const struct lesson *pool, const char *pool_sha256, struct arena *arena,
                              struct error *error)
{
    int *known = ARENA_ARRAY(arena, pool->step_count + 1, int);
    if (!assessments_count_drawn(app->store, pool_sha256, known, pool->step_count, error))
        return NULL;
    for (size_t i = 0; i < pool->step_count; i++) {
        struct exercise_progress progress;
        const struct exercise *exercise = pool->steps[i].kind == STEP_EXERCISE ? pool->steps[i].exercise : NULL;
        if (exercise && store_get_exercise(app->store, exercise->id, arena, &progress, NULL) && progress.assisted)
            known[i] += SOLUTION_SEEN;
    }
    return known;
}

bool assessment_start(struct app *app, const struct lesson *pool, uint64_t seed, const struct assessment_clock *clock,
                      struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct assessment_clock now = clock ? *clock : assessment_clock_now();
    char pool_sha256[HASH_HEX_BYTES];
    int64_t id;
    hash_bytes(pool->source->text, pool->source->size_bytes, pool_sha256);
    struct assessment_record record = {
        .lesson = pool->id,
        .level = level_name(pool->level),
        .pack = pool->pack ? pool->folder : NULL,
        .pool_sha256 = pool_sha256,
        .seed = seed ? seed : random_system_seed(),
        .limit_seconds = pool->minutes * SECONDS_PER_MINUTE,
    };
    const int *known = known_steps(app, pool, pool_sha256, arena, error);
    if (!known)
        return false;
    record.items = assessment_draw(pool, record.seed, known, arena, &record.item_count);
    if (assessments_begin(app->store, &record, &now, &id, error))
        return true;
    error_add_hint(error, "`warpschool assessment` shows it");
    return false;
}

/* The pool of a record, if it is present and unchanged since the draw. */
static const struct lesson *pool_of(const struct app *app, const struct assessment_record *record)
{
    const struct lesson *pool = curriculum_find_lesson(app->curriculum, record->lesson);
    char pool_sha256[HASH_HEX_BYTES];
    if (!pool || pool->kind != LESSON_ASSESSMENT)
        return NULL;
    hash_bytes(pool->source->text, pool->source->size_bytes, pool_sha256);
    return strcmp(pool_sha256, record->pool_sha256) == 0 ? pool : NULL;
}

static bool end(struct app *app, const struct assessment_record *record, const struct lesson *pool, const char *by,
                struct error *error)
{
    int points = 0, total = 0;
    for (size_t i = 0; i < record->item_count; i++) {
        total += record->items[i].points;
        points += record->items[i].state == ASSESSMENT_RIGHT ? record->items[i].points : 0;
    }
    bool passed = total > 0 && points >= (pool ? assessment_points_needed(pool, total) : total);
    return assessments_end(app->store, record->id, by, points, total, passed, error);
}

static bool missing_pool(const struct assessment_record *record, struct error *error)
{
    error_set(error, ERROR_NOT_FOUND, "the questions of the running assessment are gone, or have changed");
    if (record->pack)
        return error_add_hint(error, "it came with the pack %s: give --pack; its clock keeps running", record->pack);
    return error_add_hint(error, "`warpschool assessment finish` ends it with what is answered");
}

bool assessment_look(struct app *app, const struct assessment_clock *clock, struct arena *arena, bool *out_running,
                     struct assessment *out_assessment, struct error *error)
{
    struct assessment_clock now = clock ? *clock : assessment_clock_now();
    struct assessment assessment = {0};
    bool running;
    if (!assessments_running(app->store, &now, arena, &running, &assessment.record, error))
        return false;
    *out_running = false;
    if (!running)
        return true;
    const struct assessment_record *record = &assessment.record;
    assessment.pool = pool_of(app, record);
    assessment.remaining_ns = (int64_t)record->limit_seconds * NS_PER_SECOND - record->elapsed_ns;
    if (assessment.remaining_ns <= 0)
        return end(app, record, assessment.pool, "time", error);
    *out_running = true;
    *out_assessment = assessment;
    return assessment.pool || missing_pool(record, error);
}

static bool find_earlier_pass(struct app *app, struct arena *arena, struct assessment *assessment, struct error *error)
{
    struct assessment_record passed;
    bool found;
    if (!assessments_last_passed(app->store, assessment->record.level, arena, &found, &passed, error))
        return false;
    if (!found || passed.id == assessment->record.id)
        return true;
    assessment->passed_at = passed.started_at;
    assessment->passed_points = passed.points;
    return true;
}

bool assessment_last(struct app *app, const char *level, struct arena *arena, bool *out_found,
                     struct assessment *out_assessment, struct error *error)
{
    struct assessment assessment = {0};
    if (!assessments_last(app->store, level, arena, out_found, &assessment.record, error))
        return false;
    if (*out_found)
        assessment.pool = pool_of(app, &assessment.record);
    *out_assessment = assessment;
    return !*out_found || find_earlier_pass(app, arena, out_assessment, error);
}

bool assessment_refuse_stopped(struct app *app, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct assessment last;
    bool found = false;
    error_set(error, ERROR_RANGE, "no assessment is in progress");
    if (assessment_last(app, NULL, arena, &found, &last, NULL) && found && strcmp(last.record.ended_by, "time") == 0)
        error_add_hint(error, "the last one has ended since its time ran out: `warpschool assessment result` shows it");
    return false;
}

const struct quiz *assessment_quiz(const struct assessment *assessment, const struct assessment_item *item)
{
    return &assessment->pool->steps[item->step].quiz;
}

const struct exercise *assessment_exercise(const struct assessment *assessment, const struct assessment_item *item)
{
    return assessment->pool->steps[item->step].exercise;
}

const struct predict *assessment_predict(const struct assessment *assessment, const struct assessment_item *item)
{
    return &assessment_exercise(assessment, item)->predictions[item->part];
}

const char *assessment_area(const struct assessment *assessment, const struct assessment_item *item)
{
    return item->kind == ASSESSMENT_QUIZ ? assessment_quiz(assessment, item)->area
                                         : assessment_exercise(assessment, item)->area;
}

const char *assessment_read(const struct assessment *assessment, const struct assessment_item *item)
{
    if (item->kind == ASSESSMENT_QUIZ)
        return assessment_quiz(assessment, item)->read;
    const char *own = item->kind == ASSESSMENT_PREDICT ? assessment_predict(assessment, item)->read : NULL;
    return own ? own : assessment_exercise(assessment, item)->read;
}

bool assessment_find_item(const struct assessment *assessment, int number, struct assessment_item *out_item,
                          struct error *error)
{
    if (number < 1 || (size_t)number > assessment->record.item_count)
        return error_set(error, ERROR_NOT_FOUND, "there is no item %d: the items are 1 to %zu", number,
                         assessment->record.item_count);
    *out_item = assessment->record.items[number - 1];
    return true;
}

static bool open_item(const struct assessment *assessment, int number, enum assessment_item_kind kind,
                      struct assessment_item *out_item, struct error *error)
{
    if (!assessment_find_item(assessment, number, out_item, error))
        return false;
    if (out_item->state != ASSESSMENT_OPEN)
        return error_set(error, ERROR_RANGE, "item %d has an answer already, and it cannot change", number);
    if (out_item->kind != kind)
        return error_set(error, ERROR_RANGE,
                         out_item->kind == ASSESSMENT_QUIZ       ? N_("item %d is a question with choices")
                         : out_item->kind == ASSESSMENT_EXERCISE ? N_("item %d is a kernel to submit")
                                                                 : N_("item %d is a prediction"),
                         number);
    return true;
}

/* choices = number { "," number } */
static bool parse_choices(const struct quiz *quiz, const char *text, unsigned *out_bits, struct error *error)
{
    unsigned bits = 0;
    for (const char *rest = text;;) {
        char *after;
        long choice = strtol(rest, &after, 10);
        if (after == rest || choice < 1 || (size_t)choice > quiz->choice_count)
            return error_set(error, ERROR_RANGE, "'%s' is not a choice: the choices are 1 to %zu", text,
                             quiz->choice_count);
        bits |= 1U << (choice - 1);
        after += strspn(after, " ");
        if (!*after)
            break;
        if (*after != ',')
            return error_set(error, ERROR_RANGE, "'%s' is not a choice: write 2, or 1,3 if several are right", text);
        rest = after + 1;
    }
    *out_bits = bits;
    return true;
}

bool assessment_answer_quiz(struct app *app, const struct assessment *assessment, int number, const char *text,
                            struct error *error)
{
    struct assessment_item item;
    unsigned given, right = 0;
    if (!open_item(assessment, number, ASSESSMENT_QUIZ, &item, error) ||
        !parse_choices(assessment_quiz(assessment, &item), text, &given, error))
        return false;
    const struct quiz *quiz = assessment_quiz(assessment, &item);
    for (size_t i = 0; i < quiz->choice_count; i++)
        right |= quiz->choices[i].right ? 1U << i : 0;
    item.answer = text;
    item.state = given == right ? ASSESSMENT_RIGHT : ASSESSMENT_WRONG;
    return assessments_answer(app->store, assessment->record.id, &item, error);
}

/* The item with the kernel of a prediction. */
static const struct assessment_item *kernel_of(const struct assessment *assessment, const struct assessment_item *item)
{
    for (size_t i = 0; i < assessment->record.item_count; i++) {
        const struct assessment_item *other = &assessment->record.items[i];
        if (other->kind == ASSESSMENT_EXERCISE && other->step == item->step)
            return other;
    }
    return NULL;
}

bool assessment_predict_source(struct app *app, const struct assessment *assessment, const struct assessment_item *item,
                               struct arena *arena, struct source *out_source, struct error *error)
{
    const struct assessment_item *kernel = kernel_of(assessment, item);
    struct attempt attempt;
    if (!kernel || kernel->state != ASSESSMENT_RIGHT)
        return error_set(error, ERROR_RANGE, "item %d asks about your kernel of item %d: pass that item first",
                         item->number, kernel ? kernel->number : 0);
    if (!store_get_attempt(app->store, kernel->attempt, arena, &attempt, error))
        return false;
    if (!attempt.source)
        return error_set(error, ERROR_NOT_FOUND, "the source of attempt %lld is not kept", (long long)attempt.id);
    *out_source = (struct source){.name = assessment_exercise(assessment, item)->starter,
                                  .text = attempt.source,
                                  .size_bytes = strlen(attempt.source)};
    return true;
}

/* Whether another item of the assessment has that prediction about the same kernel. */
static bool is_drawn(const struct assessment *assessment, int step, int part)
{
    for (size_t i = 0; i < assessment->record.item_count; i++) {
        const struct assessment_item *item = &assessment->record.items[i];
        if (item->kind == ASSESSMENT_PREDICT && item->step == step && item->part == part)
            return true;
    }
    return false;
}

const struct predict *assessment_predict_about(const struct assessment *assessment, const struct assessment_item *item,
                                               const struct source *source)
{
    const struct exercise *exercise = assessment_exercise(assessment, item);
    const struct predict *drawn = assessment_predict(assessment, item);
    if (strcmp(drawn->counter, PREDICT_WITHOUT_BARRIER) != 0 || source_barrier_line(source) > 0)
        return drawn;
    for (size_t i = 0; i < exercise->prediction_count; i++)
        if (!is_drawn(assessment, item->step, (int)i))
            return &exercise->predictions[i];
    return drawn;
}

const char *assessment_ask(const struct assessment *assessment, const struct assessment_item *item,
                           const struct source *source, struct arena *arena)
{
    const char *ask = assessment_predict_about(assessment, item, source)->ask;
    const char *hole = strstr(ask, "{line}");
    if (!hole)
        return ask;
    return arena_printf(arena, "%.*s%d%s", (int)(hole - ask), ask, source_barrier_line(source),
                        hole + strlen("{line}"));
}

bool assessment_answer_predict(struct app *app, const struct assessment *assessment, int number, const char *text,
                               double value, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct assessment_item item;
    struct source source;
    double guess;
    if (!open_item(assessment, number, ASSESSMENT_PREDICT, &item, error))
        return false;
    if (!predict_parse(text, &guess))
        return error_set(error, ERROR_RANGE, "'%s' is not a number", text);
    item.answer = text;
    const struct predict *predict = assessment_predict(assessment, &item);
    if (assessment_predict_source(app, assessment, &item, arena, &source, NULL))
        predict = assessment_predict_about(assessment, &item, &source);
    item.state = predict_is_right(predict, guess, value) ? ASSESSMENT_RIGHT : ASSESSMENT_WRONG;
    return assessments_answer(app->store, assessment->record.id, &item, error);
}

bool assessment_take_attempt(struct app *app, const struct exercise *exercise, int64_t attempt, bool passed,
                             struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct assessment assessment;
    bool running;
    if (!exercise->lesson || exercise->lesson->kind != LESSON_ASSESSMENT)
        return true;
    if (!assessment_look(app, NULL, arena, &running, &assessment, error))
        return false;
    for (size_t i = 0; running && i < assessment.record.item_count; i++) {
        struct assessment_item item = assessment.record.items[i];
        if (item.kind != ASSESSMENT_EXERCISE || assessment_exercise(&assessment, &item) != exercise)
            continue;
        item.attempt = attempt;
        item.state = passed ? ASSESSMENT_RIGHT : ASSESSMENT_OPEN;
        return assessments_answer(app->store, assessment.record.id, &item, error);
    }
    return true;
}

const char *assessment_ask_to_finish(const struct assessment *assessment, struct arena *arena)
{
    int open = 0;
    for (size_t i = 0; i < assessment->record.item_count; i++)
        open += assessment->record.items[i].state == ASSESSMENT_OPEN;
    if (open == 0)
        return _("Every item is answered. Finish?");
    return arena_printf(arena,
                        ngettext("%d item is open and counts as wrong. Finish?",
                                 "%d items are open and count as wrong. Finish?", (unsigned long)open),
                        open);
}

bool assessment_finish(struct app *app, const struct assessment *assessment, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct assessment_clock now = assessment_clock_now();
    struct assessment_record record;
    bool running;
    if (!assessments_running(app->store, &now, arena, &running, &record, error))
        return false;
    if (!running || record.id != assessment->record.id)
        return assessment_refuse_stopped(app, error);
    return end(app, &record, assessment->pool, "learner", error);
}

bool assessment_allows(struct app *app, const char *what, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct assessment assessment;
    struct error failure = {0};
    bool running = false;
    assessment_look(app, NULL, arena, &running, &assessment, &failure);
    if (!running)
        return true;
    error_set(error, ERROR_CANCELLED, "%s is closed while an assessment runs", what);
    return error_add_hint(error, "F on its screen ends it, or `warpschool assessment finish`");
}

static bool was_asked(struct app *app, const struct exercise *exercise)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct assessment last;
    bool found = false;
    if (!assessment_last(app, level_name(exercise->lesson->level), arena, &found, &last, NULL) || !found || !last.pool)
        return false;
    for (size_t i = 0; i < last.record.item_count; i++)
        if (last.record.items[i].kind == ASSESSMENT_EXERCISE &&
            assessment_exercise(&last, &last.record.items[i]) == exercise)
            return true;
    return false;
}

bool assessment_allows_help(struct app *app, const struct exercise *exercise, struct error *error)
{
    if (!assessment_allows(app, _("the help with exercises"), error))
        return false;
    bool is_pool = exercise_is_of_pool(exercise);
    if (!is_pool || was_asked(app, exercise))
        return true;
    error_set(error, ERROR_CANCELLED, "%s is kept for the assessment", exercise->id);
    return error_add_hint(error, "its solution can be seen once an assessment has asked for it");
}
