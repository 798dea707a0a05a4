/* Writes and reads the learner's record. */
#include "app/progress_file.h"

#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "progress/backup.h"

#define SCHEMA "warpschool.progress/1"

enum { ATTEMPTS_MAX = 10000000, ID_BYTES_MAX = 500 };

/* --- export ----------------------------------------------------------------------------------- */

static json_t *attempt_json(const struct attempt *attempt)
{
    return json_pack("{s:s?, s:s, s:s, s:s?, s:s?, s:o, s:o, s:s?, s:s?, s:o, s:s?, s:f, s:s?, s:s?, s:s?, s:b, s:b, "
                     "s:s?, s:I, s:s?}",
                     "id", attempt->uuid, "exercise", attempt->exercise, "status", attempt->status, "device",
                     attempt->device, "architecture", attempt->architecture, "seed", json_from_u64(attempt->seed),
                     "source", json_from_text(attempt->source), "source_sha256", attempt->source_sha256, "ptx_sha256",
                     attempt->ptx_sha256, "verdict", json_from_text(attempt->verdict_json), "medal", attempt->medal,
                     "best_ratio", attempt->best_ratio, "toolkit", attempt->toolkit, "program_version",
                     attempt->program_version, "model_version", attempt->model_version, "certifiable",
                     attempt->certifiable, "assisted", attempt->assisted, "started_at", attempt->started_at,
                     "elapsed_ns", (json_int_t)attempt->elapsed_ns, "trust", attempt->trust);
}

static bool add_attempts(struct store *store, json_t *root, struct arena *arena, struct error *error)
{
    struct attempt *attempts;
    size_t count;
    const struct attempt_query wanted = {.limit = ATTEMPTS_MAX, .is_whole = true};
    if (!store_list_attempts(store, &wanted, arena, &attempts, &count, error))
        return false;
    json_t *list = json_array();
    for (size_t i = count; i > 0; i--) /* oldest first, as they are imported */
        json_array_append_new(list, attempt_json(&attempts[i - 1]));
    json_object_set_new(root, "attempts", list);
    return true;
}

static bool add_exercises(struct store *store, json_t *root, struct arena *arena, struct error *error)
{
    struct exercise_progress *exercises;
    size_t count;
    if (!store_list_exercises(store, arena, &exercises, &count, error))
        return false;
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const struct exercise_progress *one = &exercises[i];
        bool has_seen = one->assisted && !one->passed_at && !one->has_half_starter;
        json_array_append_new(list, json_pack("{s:s, s:s?, s:b, s:b, s:b}", "exercise", one->exercise, "hints",
                                              one->hints_order, "parked", one->state == EXERCISE_PARKED,
                                              "solution_seen", has_seen, "half_starter", one->has_half_starter));
    }
    json_object_set_new(root, "exercises", list);
    return true;
}

static bool add_answers(struct store *store, json_t *root, struct arena *arena, struct error *error)
{
    struct step_progress *steps;
    size_t count;
    if (!store_list_steps(store, arena, &steps, &count, error))
        return false;
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_pack("{s:o, s:i, s:o, s:b, s:I}", "lesson", json_from_text(steps[i].lesson),
                                              "step", steps[i].step, "answer", json_from_text(steps[i].answer), "right",
                                              steps[i].right, "seconds", (json_int_t)steps[i].seconds));
    json_object_set_new(root, "answers", list);
    return true;
}

static bool add_notes(struct store *store, json_t *root, struct arena *arena, struct error *error)
{
    struct note *notes;
    size_t count;
    if (!store_list_notes(store, arena, &notes, &count, error))
        return false;
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list,
                              json_pack("{s:o, s:i, s:o, s:o, s:o}", "subject", json_from_text(notes[i].subject),
                                        "place", notes[i].place, "text", json_from_text(notes[i].text), "line",
                                        json_from_text(notes[i].line), "made_at", json_from_text(notes[i].made_at)));
    json_object_set_new(root, "notes", list);
    return true;
}

bool progress_file_export(struct app *app, json_t **out_json, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(json_decref)
    json_t *root = json_pack("{s:s, s:s}", "schema", SCHEMA, "program", WARPSCHOOL_VERSION);
    if (!add_attempts(app->store, root, arena, error) || !add_exercises(app->store, root, arena, error) ||
        !add_answers(app->store, root, arena, error) || !add_notes(app->store, root, arena, error))
        return false;
    *out_json = json_incref(root);
    return true;
}

/* --- import ----------------------------------------------------------------------------------- */

static const char *text_of(const json_t *json, const char *key)
{
    return json_string_value(json_object_get(json, key));
}

static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static struct attempt attempt_of(const json_t *json)
{
    uint64_t seed = 0;
    json_get_u64(json, "seed", &seed, NULL);
    return (struct attempt){
        .exercise = text_of(json, "exercise"),
        .status = text_of(json, "status"),
        .device = text_of(json, "device"),
        .architecture = text_of(json, "architecture"),
        .seed = seed,
        .source = text_of(json, "source"),
        .source_sha256 = text_of(json, "source_sha256"),
        .ptx_sha256 = text_of(json, "ptx_sha256"),
        .verdict_json = text_of(json, "verdict"),
        .medal = text_of(json, "medal"),
        .best_ratio = json_number_value(json_object_get(json, "best_ratio")),
        .toolkit = text_of(json, "toolkit"),
        .program_version = text_of(json, "program_version"),
        .model_version = text_of(json, "model_version"),
        .certifiable = json_is_true(json_object_get(json, "certifiable")),
        .assisted = json_is_true(json_object_get(json, "assisted")),
        .started_at = text_of(json, "started_at"),
        .elapsed_ns = (uint64_t)json_integer_value(json_object_get(json, "elapsed_ns")),
        .trust = text_of(json, "trust"),
    };
}

/*
 * The id of an attempt from a file. Files of older programs have none. There it follows from the
 * attempt, as in progress/014_old_attempt_ids.sql. `seen` counts the equal ones of the file.
 */
static const char *id_of(const json_t *json, const struct attempt *attempt, json_t *seen, struct arena *arena)
{
    const char *id = text_of(json, "id");
    if (id)
        return strlen(id) <= ID_BYTES_MAX ? id : NULL;
    if (!attempt->started_at)
        return NULL;
    const char *key =
        arena_printf(arena, "%s %s %" PRId64, attempt->exercise, attempt->started_at, (int64_t)attempt->seed);
    json_int_t before = json_integer_value(json_object_get(seen, key));
    json_object_set_new(seen, key, json_integer(before + 1));
    return arena_printf(arena, "%s.%lld", key, (long long)before);
}

static bool take_attempts(struct store *store, const json_t *list, struct progress_file_news *news, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(json_decref) json_t *seen = json_object();
    size_t index;
    const json_t *json;
    json_array_foreach(list, index, json)
    {
        struct attempt attempt = attempt_of(json);
        bool is_known;
        if (!attempt.exercise || !attempt.status)
            return error_set(error, ERROR_SYNTAX, "attempt %zu of the file has no exercise or no status", index + 1);
        attempt.uuid = id_of(json, &attempt, seen, arena);
        if (!attempt.uuid)
            return error_set(error, ERROR_SYNTAX, "attempt %zu of the file has no id and no time", index + 1);
        if (!store_has_attempt(store, attempt.uuid, &is_known, error))
            return false;
        if (is_known)
            continue;
        if (!store_add_attempt(store, &attempt, NULL, error))
            return false;
        news->attempts++;
    }
    return true;
}

static bool take_hints(struct store *store, const json_t *json, struct progress_file_news *news, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *id = text_of(json, "exercise"), *hints = text_of(json, "hints");
    struct exercise_progress here;
    uint32_t seen = 0;
    if (!id || !store_get_exercise(store, id, arena, &here, error))
        return id ? false : error_set(error, ERROR_SYNTAX, "an exercise of the file has no name");
    for (; hints && *hints; hints++) {
        uint32_t hint = (uint32_t)(*hints - 'a'), bit = hint < STORE_HINTS_MAX ? 1U << hint : 0;
        if (!bit || seen & bit || (here.hints_order && strchr(here.hints_order, *hints)))
            continue;
        if (!store_add_hint(store, id, (int)hint, error))
            return false;
        seen |= bit;
        news->hints++;
    }
    if (here.state == EXERCISE_NEW && json_is_true(json_object_get(json, "parked")) &&
        !store_set_parked(store, id, true, error))
        return false;
    if (json_is_true(json_object_get(json, "half_starter")) && !store_mark_half_starter(store, id, error))
        return false;
    return !json_is_true(json_object_get(json, "solution_seen")) || store_mark_solution_seen(store, id, error);
}

static bool take_answer(struct store *store, const json_t *json, struct progress_file_news *news, struct error *error)
{
    const char *lesson = text_of(json, "lesson");
    int64_t step;
    bool done, right;
    if (!lesson)
        return error_set(error, ERROR_SYNTAX, "an answer in the file names no lesson");
    if (!json_get_integer_in(json, "step", 0, NOTE_PLACE_MAX, &step, error) ||
        !store_get_step(store, lesson, (int)step, &done, &right, error))
        return false;
    if (done)
        return true;
    news->answers++;
    const json_t *seconds = json_object_get(json, "seconds");
    struct step_outcome outcome = {.answer = text_of(json, "answer"),
                                   .right = json_is_true(json_object_get(json, "right")),
                                   .seconds = seconds ? json_integer_value(seconds) : -1};
    return store_set_step_outcome(store, lesson, (int)step, &outcome, error);
}

/* A note of this machine's own stays. */
static bool take_notes(struct store *store, const json_t *list, struct progress_file_news *news, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct note *known;
    size_t count, index;
    const json_t *json;
    if (!store_list_notes(store, arena, &known, &count, error))
        return false;
    json_array_foreach(list, index, json)
    {
        struct note note = {.subject = text_of(json, "subject"),
                            .text = text_of(json, "text"),
                            .line = text_of(json, "line"),
                            .made_at = text_of(json, "made_at")};
        bool is_known = false;
        int64_t place;
        if (!note.subject || !note.text)
            return error_set(error, ERROR_SYNTAX, "note %zu of the file has no subject or no text", index + 1);
        if (!json_get_integer_in(json, "place", 0, NOTE_PLACE_MAX, &place, error))
            return false;
        note.place = (int)place;
        for (size_t i = 0; i < count && !is_known; i++)
            is_known = known[i].place == note.place && strcmp(known[i].subject, note.subject) == 0;
        if (is_known)
            continue;
        if (!store_set_note(store, &note, error))
            return false;
        news->notes++;
    }
    return true;
}

struct import {
    struct store *store;
    const json_t *json;
    struct progress_file_news news;
};

static bool take_all(void *context, struct error *error)
{
    struct import *import = context;
    const json_t *one;
    size_t index;
    if (!take_attempts(import->store, json_object_get(import->json, "attempts"), &import->news, error))
        return false;
    json_array_foreach(json_object_get(import->json, "exercises"), index, one)
    {
        if (!take_hints(import->store, one, &import->news, error))
            return false;
    }
    json_array_foreach(json_object_get(import->json, "answers"), index, one)
    {
        if (!take_answer(import->store, one, &import->news, error))
            return false;
    }
    return take_notes(import->store, json_object_get(import->json, "notes"), &import->news, error);
}

bool progress_file_import(struct app *app, const json_t *json, struct progress_file_news *out_news, struct error *error)
{
    struct import import = {.store = app->store, .json = json};
    if (!same_text(text_of(json, "schema"), SCHEMA))
        return error_set(error, ERROR_SYNTAX, "this file is not from `warpschool progress export`");
    if (!store_write_together(app->store, take_all, &import, error))
        return false;
    *out_news = import.news;
    return true;
}

/* --- backups ---------------------------------------------------------------------------------- */

bool progress_file_backups(const struct app *app, struct arena *arena, const char *const **out_days, size_t *out_count,
                           struct error *error)
{
    return backup_list(app_backup_folder(app, arena), arena, out_days, out_count, error);
}

bool progress_file_has_backup(const struct app *app, const char *day, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return backup_find(app_backup_folder(app, arena), day, error);
}

bool progress_file_restore(struct app *app, const char *day, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return backup_restore(app->store, app_backup_folder(app, arena), day, error);
}
