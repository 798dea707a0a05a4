/* `search` and `glossary`. */
#include "app/search.h"
#include "base/i18n.h"
#include "cli/output.h"
#include "cli/session.h"
#include "tui/tui.h"

/* The arguments as one text. */
static void append_words(const struct invocation *invocation, struct buffer *out)
{
    for (int i = 0; i < invocation->argument_count; i++)
        buffer_printf(out, "%s%s", i ? " " : "", invocation->arguments[i]);
}

bool command_search(struct session *session, struct error *error)
{
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
    struct search_hit *hits = ARENA_ARRAY(session->invocation->arena, SEARCH_HITS_MAX, struct search_hit);
    append_words(session->invocation, &words);
    size_t count = search_find(session->app, buffer_text(&words), session->invocation->arena, hits);
    for (size_t i = 0; i < count; i++)
        output_hit(session->invocation, &hits[i]);
    if (count > 0)
        return true;
    error_set(error, ERROR_NOT_FOUND, "no text has '%s'", buffer_text(&words));
    const char *nearest = search_nearest(session->app, buffer_text(&words), session->invocation->arena);
    if (nearest)
        error_add_hint(error, "did you mean '%s'?", nearest);
    output_error(error);
    session->status = EXIT_NOT_PASSED;
    return true;
}

static void print_term(const struct invocation *invocation, const struct app *app, const struct glossary_term *term)
{
    struct output_style style = output_style(invocation);
    const struct lesson *lesson = term->see ? curriculum_find_lesson(app->curriculum, term->see) : NULL;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_printf(&text, "%s\n", term->name);
    tui_markdown_text(term->say, style.columns, style.ascii, &text);
    if (lesson)
        buffer_printf(&text, _("See lesson: %s (warpschool show %s)\n"), lesson->title, lesson->id);
    output_print(&text);
}

/* "there is no term 'wrap'", with the nearest one. */
static bool unknown_term(const struct glossary *glossary, const char *word, struct arena *arena, struct error *error)
{
    const char **names = ARENA_ARRAY(arena, glossary->count + 1, const char *);
    for (size_t i = 0; i < glossary->count; i++)
        names[i] = glossary->terms[i].name;
    const char *nearest = diagnostics_nearest(word, names, glossary->count);
    error_set(error, ERROR_NOT_FOUND, "there is no term '%s' in the glossary", word);
    if (nearest)
        return error_add_hint(error, "did you mean '%s'? `warpschool glossary` lists all", nearest);
    return error_add_hint(error, "`warpschool glossary` lists all, `warpschool search %s` looks in the lessons", word);
}

bool command_glossary(struct session *session, struct error *error)
{
    CLEANUP(buffer_done) struct buffer word = BUFFER_INIT;
    const struct glossary *glossary = app_glossary(session->app);
    append_words(session->invocation, &word);
    if (word.size_bytes == 0) {
        for (size_t i = 0; i < glossary->count; i++)
            output_line("%s", glossary->terms[i].name);
        return true;
    }
    const struct glossary_term *term = glossary_find(glossary, buffer_text(&word));
    if (!term)
        return unknown_term(glossary, buffer_text(&word), session->invocation->arena, error);
    print_term(session->invocation, session->app, term);
    return true;
}
