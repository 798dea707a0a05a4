/* Reads recorded verdicts. */
#include "app/attempts.h"

#include <stdint.h>
#include <string.h>
#include <time.h>

#include "base/i18n.h"
#include "base/json.h"

bool attempts_verdict_of(const struct attempt *attempt, struct verdict **out_verdict, struct error *error)
{
    if (!attempt->verdict_json)
        return error_set(error, ERROR_STORE, "the attempt has no recorded verdict");
    json_error_t failure;
    CLEANUP(json_decref) json_t *json = json_loads(attempt->verdict_json, JSON_REJECT_DUPLICATES, &failure);
    if (!json)
        return error_set(error, ERROR_STORE, "the recorded verdict cannot be read: %s", failure.text);
    struct verdict *verdict = verdict_from_json(json, error);
    if (!verdict)
        return false;
    if (attempt->source) {
        struct source *source = ARENA_NEW(verdict->arena, struct source);
        source->name = verdict->file;
        source->text = arena_strdup(verdict->arena, attempt->source);
        source->size_bytes = strlen(attempt->source);
        verdict->source = source;
    }
    *out_verdict = verdict;
    return true;
}

bool attempts_read_verdict(struct app *app, int64_t id, struct verdict **out_verdict, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct attempt attempt;
    return store_get_attempt(app->store, id, arena, &attempt, error) &&
           attempts_verdict_of(&attempt, out_verdict, error);
}

bool attempts_last_verdict(struct app *app, const struct exercise *exercise, int64_t *out_id,
                           struct verdict **out_verdict, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct attempt *attempts;
    size_t count;
    const struct attempt_query wanted = {.exercise = exercise->id, .limit = 1, .is_whole = true};
    if (!store_list_attempts(app->store, &wanted, arena, &attempts, &count, error))
        return false;
    if (count == 0) {
        *out_verdict = NULL;
        return true;
    }
    if (!attempts_verdict_of(&attempts[0], out_verdict, error))
        return false;
    *out_id = attempts[0].id;
    return true;
}

bool attempts_best_source(const struct app *app, const char *exercise, struct arena *arena, struct source *out_source,
                          struct error *error)
{
    enum { ATTEMPTS_MAX = 500 };
    struct attempt *attempts, whole;
    size_t count = 0;
    const struct attempt *best = NULL;
    const struct attempt_query wanted = {.exercise = exercise, .limit = ATTEMPTS_MAX};
    if (app->store && !store_list_attempts(app->store, &wanted, arena, &attempts, &count, error))
        return false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(attempts[i].status, "pass") == 0 && (!best || attempts[i].best_ratio > best->best_ratio))
            best = &attempts[i];
    if (!best)
        return error_set(error, ERROR_NOT_FOUND, "%s", _("not passed yet"));
    if (!store_get_attempt(app->store, best->id, arena, &whole, error))
        return false;
    if (!whole.source)
        return error_set(error, ERROR_NOT_FOUND, "the attempt was recorded without its source");
    *out_source = (struct source){.name = "kernel.cu", .text = whole.source, .size_bytes = strlen(whole.source)};
    return true;
}

int attempts_number(struct app *app, const char *exercise, int64_t id)
{
    int number;
    return store_number_attempt(app->store, exercise, id, &number, NULL) ? number : 0;
}

const char *attempts_local_time(const char *recorded, char *out, size_t size_bytes)
{
    struct tm parts = {0}, local;
    out[0] = '\0';
    if (!recorded || !strptime(recorded, "%Y-%m-%dT%H:%M:%S", &parts))
        return out;
    time_t seconds = timegm(&parts);
    if (!localtime_r(&seconds, &local) || strftime(out, size_bytes, "%Y-%m-%d %H:%M", &local) == 0)
        out[0] = '\0';
    return out;
}
