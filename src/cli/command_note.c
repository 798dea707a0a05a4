/* `note`: writes, removes and lists the learner's notes. */
#include <stdlib.h>
#include <string.h>

#include "app/search.h"
#include "base/i18n.h"
#include "cli/command.h"
#include "cli/output.h"

/* "w01-hello-grid", "w01-hello-grid:3", "vector_add:12". Steps count from 1 for the learner. */
static bool parse_place(struct app *app, char *name, struct note *out_note, struct error *error)
{
    char *colon = strrchr(name, ':'), *end = NULL;
    long number = colon ? strtol(colon + 1, &end, 10) : 0;
    if (colon && (end == colon + 1 || *end || number < 1 || number > NOTE_PLACE_MAX))
        return error_set(error, ERROR_SYNTAX, "'%s' is not the number of a step or a line", colon + 1);
    if (colon)
        *colon = '\0';
    const struct lesson *lesson;
    const struct exercise *exercise;
    if (!app_find_subject(app, name, &lesson, &exercise, error))
        return false;
    if (lesson && (size_t)number > lesson->step_count)
        return error_set(error, ERROR_RANGE, "%s has %zu steps", lesson->id, lesson->step_count);
    out_note->subject = lesson ? lesson->id : exercise->id;
    out_note->place = lesson && number > 0 ? (int)number - 1 : (int)number;
    return true;
}

static bool write_note(struct invocation *invocation, struct app *app, struct error *error)
{
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
    struct note note = {0};
    for (int i = 1; i < invocation->argument_count; i++)
        buffer_printf(&words, "%s%s", i > 1 ? " " : "", invocation->arguments[i]);
    note.text = buffer_text(&words);
    if (!parse_place(app, arena_strdup(invocation->arena, invocation_argument(invocation, 0)), &note, error))
        return false;
    if (invocation_has(invocation, "remove"))
        return store_remove_note(app->store, note.subject, note.place, error);
    return store_set_note(app->store, &note, error);
}

static void list_notes(struct invocation *invocation, struct app *app)
{
    struct search_hit *hits = ARENA_ARRAY(invocation->arena, SEARCH_HITS_MAX, struct search_hit);
    size_t count = search_find(app, "", invocation->arena, hits);
    for (size_t i = 0; i < count; i++)
        output_hit(&hits[i]);
    if (count == 0)
        output_line(_("no notes yet: `warpschool note vector_add:12 WORDS`, or m in the shell"));
}

int command_note(struct invocation *invocation)
{
    int status = EXIT_ENVIRONMENT;
    struct error error = {0};
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    if (!app)
        return status;
    if (invocation->argument_count == 0) {
        list_notes(invocation, app);
        return EXIT_PASSED;
    }
    if (write_note(invocation, app, &error))
        return EXIT_PASSED;
    output_error(&error);
    return output_exit_status(&error);
}
