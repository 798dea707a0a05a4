/* `history` and `replay`. */
#include <stdlib.h>
#include <string.h>

#include "app/attempts.h"
#include "app/replay.h"
#include "app/standings.h"
#include "app/verdict_text.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/grade_output.h"
#include "cli/output.h"
#include "cli/session.h"

enum { STATUS_COLUMNS_LEAST = 16, TIME_COLUMNS = 10 };

static json_t *attempt_json(struct app *app, const struct attempt *attempt)
{
    return json_pack("{s:I, s:i, s:s, s:s, s:s?, s:s?, s:s?, s:s?, s:b}", "id", (json_int_t)attempt->id, "number",
                     attempts_number(app, attempt->exercise, attempt->id), "exercise", attempt->exercise, "status",
                     attempt->status, "device", attempt->device, "architecture", attempt->architecture, "medal",
                     attempt->medal, "started_at", attempt->started_at, "assisted", attempt->assisted);
}

static void print_history_json(struct app *app, const struct attempt *attempts, size_t count)
{
    CLEANUP(json_decref) json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, attempt_json(app, &attempts[i]));
    output_json(list);
}

/* The words of a status have other lengths in other languages. */
static int widest_status(const struct attempt *attempts, size_t count)
{
    int widest = STATUS_COLUMNS_LEAST;
    for (size_t i = 0; i < count; i++) {
        int columns = text_width(_(verdict_text_status_named(attempts[i].status)));
        widest = columns > widest ? columns : widest;
    }
    return widest;
}

/* "286 us"; "" for an attempt without a time. */
static void append_time(struct app *app, const struct attempt *attempt, struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct standing standing;
    bool has_passed = strcmp(attempt->status, "pass") == 0;
    if (has_passed && standings_read_one(app, attempt->id, arena, &standing, NULL) && standing.is_timed)
        text_append_duration(out, standing.microseconds * 1e-6);
}

static void print_attempt(struct app *app, const struct attempt *attempt, int status_columns)
{
    CLEANUP(buffer_done) struct buffer line = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer time = BUFFER_INIT;
    char local[ATTEMPTS_LOCAL_TIME_BYTES];
    buffer_printf(&line, "%4d  %s  ", attempts_number(app, attempt->exercise, attempt->id),
                  attempts_local_time(attempt->started_at, local, sizeof local));
    text_append_padded(&line, attempt->exercise, 26, TEXT_LEFT);
    buffer_append_char(&line, ' ');
    text_append_padded(&line, _(verdict_text_status_named(attempt->status)), status_columns, TEXT_LEFT);
    append_time(app, attempt, &time);
    buffer_printf(&line, " %s", attempt->device ? attempt->device : "");
    if (time.size_bytes > 0)
        text_append_padded(&line, buffer_text(&time), TIME_COLUMNS, TEXT_RIGHT);
    buffer_printf(&line, "%s%s%s%s\n", attempt->medal ? "  " : "", attempt->medal ? _(attempt->medal) : "",
                  attempt->assisted ? "  " : "", attempt->assisted ? _("assisted") : "");
    output_print(&line);
}

bool command_history(struct session *session, struct error *error)
{
    const char *name = invocation_argument(session->invocation, 0);
    const struct exercise *exercise = name ? app_find_exercise(session->app, name, error) : NULL;
    uint64_t limit;
    struct attempt *attempts;
    size_t count;
    if ((name && !exercise) ||
        !invocation_number(session->invocation, "limit", (struct option_range){1, 1000000, 50}, &limit, error) ||
        !store_list_attempts(session->app->store,
                             &(struct attempt_query){.exercise = exercise ? exercise->id : NULL, .limit = limit},
                             session->invocation->arena, &attempts, &count, error))
        return false;
    if (invocation_has(session->invocation, "json")) {
        print_history_json(session->app, attempts, count);
        return true;
    }
    int status_columns = widest_status(attempts, count);
    for (size_t i = 0; i < count; i++)
        print_attempt(session->app, &attempts[i], status_columns);
    if (count == 0)
        output_line(_("no attempts yet"));
    return true;
}

/* The attempt on an exercise with the number in `text`; NULL: the newest. */
static bool find_attempt(struct app *app, const char *exercise, const char *text, int64_t *out_id, int *out_number,
                         struct error *error)
{
    struct exercise_progress progress;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    char *end = NULL;
    long long number = text ? strtoll(text, &end, 10) : 0;
    if (text && (end == text || *end || number < 1 || number > INT32_MAX))
        return error_set(error, ERROR_RANGE,
                         "'%s' is not the number of an attempt (`warpschool history %s` shows them)", text, exercise);
    if (!text && !store_get_exercise(app->store, exercise, arena, &progress, error))
        return false;
    if (!text && progress.attempts == 0)
        return error_set(error, ERROR_NOT_FOUND, "there is no attempt on %s", exercise);
    *out_number = text ? (int)number : progress.attempts;
    return store_find_attempt(app->store, exercise, *out_number, out_id, error);
}

bool command_replay(struct session *session, struct error *error)
{
    struct grader_settings settings = app_grader_settings(session->app);
    int64_t id;
    int number;
    struct replay replay = {0};
    CLEANUP(grader_free) struct grader *grader = NULL;
    const struct exercise *exercise =
        app_find_exercise(session->app, invocation_argument(session->invocation, 0), error);
    if (!exercise ||
        !find_attempt(session->app, exercise->id, invocation_argument(session->invocation, 1), &id, &number, error) ||
        !replay_architecture(session->app, id, session->invocation->arena, &settings.architecture, error) ||
        !(grader = grader_new(&settings, error)) ||
        !replay_attempt(session->app, grader, id, session->invocation->arena, &replay, error))
        return false;
    grade_output_print(session->invocation, &(struct report_item){.verdict = replay.verdict, .attempt = number});
    if (replay.same)
        output_line(_("the same verdict as recorded"));
    else
        output_line(_("not the verdict that was recorded: %s differs"), replay.difference);
    verdict_free(replay.verdict);
    session->status = replay.same ? EXIT_PASSED : EXIT_NOT_PASSED;
    return true;
}
