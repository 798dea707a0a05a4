/* `note`: writes, removes and lists the learner's notes. */
#include <stdlib.h>
#include <string.h>

#include "app/search.h"
#include "app/workspace.h"
#include "base/file.h"
#include "base/i18n.h"
#include "cli/output.h"
#include "cli/session.h"

/* A place that was there when the note was written can be gone now, so that only writing checks. */
static bool check_place(const struct app *app, const struct lesson *lesson, const struct exercise *exercise,
                        long number, struct error *error)
{
    size_t most = lesson ? lesson->step_count : workspace_line_count(app, exercise);
    if ((size_t)number <= most)
        return true;
    return lesson ? error_set(error, ERROR_RANGE, "%s has %zu steps", lesson->id, most)
                  : error_set(error, ERROR_RANGE, "%s has %zu lines", path_leaf(exercise->starter), most);
}

/* "w01-hello-grid", "w01-hello-grid:3", "vector_add:7". Steps count from 1 for the learner. */
static bool parse_place(struct app *app, char *name, bool is_new, struct note *out_note, struct error *error)
{
    char *colon = strrchr(name, ':'), *end = NULL;
    if (!*name || (colon && (colon == name || !colon[1]))) {
        error_set(error, ERROR_SYNTAX, "'%s' names no place for a note", name);
        return error_add_hint(error, "a place is a lesson or an exercise, alone or with a number: vector_add:7");
    }
    long number = colon ? strtol(colon + 1, &end, 10) : 0;
    if (colon && (*end || number < 1 || number > NOTE_PLACE_MAX))
        return error_set(error, ERROR_SYNTAX, "'%s' is not the number of a step or a line", colon + 1);
    if (colon)
        *colon = '\0';
    const struct lesson *lesson;
    const struct exercise *exercise;
    if (!app_find_subject(app, name, &lesson, &exercise, error))
        return false;
    if (is_new && !check_place(app, lesson, exercise, number, error))
        return false;
    out_note->subject = lesson ? lesson->id : exercise->id;
    out_note->place = lesson && number > 0 ? (int)number - 1 : (int)number;
    return true;
}

static void say_done(const struct note *note, bool removes)
{
    output_line("%s", removes       ? _("The note is gone")
                      : *note->text ? _("Noted. `warpschool note` lists all notes")
                                    : _("A bookmark is here. `warpschool note` lists all"));
}

static bool write_note(struct invocation *invocation, struct app *app, struct error *error)
{
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
    struct note note = {0};
    for (int i = 1; i < invocation->argument_count; i++)
        buffer_printf(&words, "%s%s", i > 1 ? " " : "", invocation->arguments[i]);
    note.text = buffer_text(&words);
    bool removes = invocation_has(invocation, "remove");
    char *place = arena_strdup(invocation->arena, invocation_argument(invocation, 0));
    if (!parse_place(app, place, !removes, &note, error))
        return false;
    bool is_done = removes ? store_remove_note(app->store, note.subject, note.place, error)
                           : store_set_note(app->store, &note, error);
    if (is_done)
        say_done(&note, removes);
    return is_done;
}

static void list_notes(struct invocation *invocation, struct app *app)
{
    struct search_hit *hits = ARENA_ARRAY(invocation->arena, SEARCH_HITS_MAX, struct search_hit);
    size_t count = search_find(app, "", invocation->arena, hits);
    for (size_t i = 0; i < count; i++)
        output_hit(invocation, &hits[i]);
    if (count == 0)
        output_line(_("no notes yet: `warpschool note vector_add:7 WORDS`, or m in the shell"));
}

bool command_note(struct session *session, struct error *error)
{
    if (session->invocation->argument_count > 0)
        return session_can_record(session, error) && write_note(session->invocation, session->app, error);
    list_notes(session->invocation, session->app);
    return true;
}
