/* `search` and `glossary`. */
#include <string.h>

#include "app/search.h"
#include "base/i18n.h"
#include "cli/command.h"
#include "cli/output.h"
#include "tui/tui.h"

int command_search(struct invocation *invocation)
{
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
    if (!app)
        return status;
    for (int i = 0; i < invocation->argument_count; i++)
        buffer_printf(&words, "%s%s", i ? " " : "", invocation->arguments[i]);
    struct search_hit *hits = ARENA_ARRAY(invocation->arena, SEARCH_HITS_MAX, struct search_hit);
    size_t count = search_find(app, buffer_text(&words), invocation->arena, hits);
    for (size_t i = 0; i < count; i++)
        output_hit(&hits[i]);
    if (count > 0)
        return EXIT_PASSED;
    struct error error = {0};
    error_set(&error, ERROR_NOT_FOUND, "no text has '%s'", buffer_text(&words));
    const char *nearest = search_nearest(app, buffer_text(&words), invocation->arena);
    if (nearest)
        error_add_hint(&error, "did you mean '%s'?", nearest);
    output_error(&error);
    return EXIT_NOT_PASSED;
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
static int report_unknown(const struct glossary *glossary, const char *word, struct arena *arena)
{
    struct error error = {0};
    const char **names = ARENA_ARRAY(arena, glossary->count + 1, const char *);
    for (size_t i = 0; i < glossary->count; i++)
        names[i] = glossary->terms[i].name;
    const char *nearest = diagnostics_nearest(word, names, glossary->count);
    error_set(&error, ERROR_NOT_FOUND, "there is no term '%s' in the glossary", word);
    if (nearest)
        error_add_hint(&error, "did you mean '%s'? `warpschool glossary` lists all", nearest);
    else
        error_add_hint(&error, "`warpschool glossary` lists all, `warpschool search %s` looks in the lessons", word);
    output_error(&error);
    return EXIT_USAGE;
}

int command_glossary(struct invocation *invocation)
{
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    CLEANUP(buffer_done) struct buffer word = BUFFER_INIT;
    if (!app)
        return status;
    const struct glossary *glossary = app_glossary(app);
    for (int i = 0; i < invocation->argument_count; i++)
        buffer_printf(&word, "%s%s", i ? " " : "", invocation->arguments[i]);
    for (size_t i = 0; word.size_bytes == 0 && i < glossary->count; i++)
        output_line("%s", glossary->terms[i].name);
    if (word.size_bytes == 0)
        return EXIT_PASSED;
    const struct glossary_term *term = glossary_find(glossary, buffer_text(&word));
    if (!term)
        return report_unknown(glossary, buffer_text(&word), invocation->arena);
    print_term(invocation, app, term);
    return EXIT_PASSED;
}
