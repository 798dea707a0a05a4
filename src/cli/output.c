/* Prints messages and opens the app. */
#include "cli/output.h"

#include <ctype.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/search.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"
#include "base/told.h"
#include "tui/tui.h"

static bool wants_color(const struct invocation *invocation)
{
    const char *when = invocation_option(invocation, "color");
    if (when && strcmp(when, "always") == 0)
        return true;
    if (when && strcmp(when, "never") == 0)
        return false;
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no_color && *no_color) && terminal && strcmp(terminal, "dumb") != 0;
}

/* 0: stdout is no terminal, or one that does not say its width. */
static int window_columns(void)
{
    struct winsize size;
    bool is_known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20;
    return is_known ? size.ws_col : 0;
}

static int terminal_columns(void)
{
    int columns = window_columns();
    return columns == 0 ? 80 : columns < 110 ? columns : 110;
}

struct output_style output_style(const struct invocation *invocation)
{
    return (struct output_style){
        .color = wants_color(invocation),
        .ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0,
        .columns = terminal_columns(),
    };
}

void output_print(const struct buffer *text)
{
    fwrite(buffer_text(text), 1, text->size_bytes, stdout);
}

void output_print_now(const struct buffer *text)
{
    output_print(text);
    fflush(stdout);
}

void output_stderr(const struct buffer *text)
{
    fflush(stdout);
    fwrite(buffer_text(text), 1, text->size_bytes, stderr);
}

void output_json(const json_t *json)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    json_append_pretty(&text, json);
    output_print(&text);
}

void output_markdown(const struct invocation *invocation, const char *markdown)
{
    struct output_style style = output_style(invocation);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    tui_markdown_text(markdown, style.columns, style.ascii, &text);
    output_print(&text);
}

/* The text of a line in columns begins after the last gap of its first two thirds. */
static size_t text_start(const char *line, int columns)
{
    size_t start = 0;
    for (const char *gap = strstr(line, "  "); gap && gap - line < columns * 2 / 3; gap = strstr(line + start, "  "))
        start = (size_t)(gap - line) + strspn(gap, " ");
    return start;
}

static bool has_longer_word(const char *text, int columns)
{
    int run = 0;
    for (; *text && run <= columns; text++)
        run = *text > ' ' && *text < 0x7F ? run + 1 : 0;
    return run > columns;
}

/*
 * For a line that is too wide for the terminal: its text goes on below its beginning. A long word,
 * such as a path, stays whole.
 */
static void print_wrapped(const char *line, int columns)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const struct text_span *lines;
    size_t start = text_start(line, columns);
    int indent = text_width_bytes(line, start);
    if (has_longer_word(line + start, columns - indent)) {
        printf("%s\n", line);
        return;
    }
    size_t count = text_wrap(arena, line + start, columns - indent, &lines);
    printf("%.*s", (int)start, line);
    for (size_t i = 0; i < count; i++)
        printf("%*s%.*s\n", i ? indent : 0, "", (int)lines[i].size_bytes, lines[i].start);
}

void output_line(const char *format, ...)
{
    CLEANUP(buffer_done) struct buffer line = BUFFER_INIT;
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(&line, format, arguments);
    va_end(arguments);
    int columns = window_columns();
    if (columns > 0 && text_width(buffer_text(&line)) > columns && !strpbrk(buffer_text(&line), "\033\n"))
        print_wrapped(buffer_text(&line), columns);
    else
        printf("%s\n", buffer_text(&line));
}

static void print_error(const char *kind, const struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *message = told_local(arena, error->message);
    text_sanitise(&text, message, strlen(message));
    fprintf(stderr, "warpschool: %s%s\n", kind, buffer_text(&text));
    if (!error->hint[0])
        return;
    buffer_clear(&text);
    text_sanitise(&text, error->hint, strlen(error->hint));
    fprintf(stderr, "            %s\n", buffer_text(&text));
}

void output_new_badges(struct app *app, struct arena *arena)
{
    struct overview overview;
    if (!overview_make(app, arena, &overview, NULL))
        return;
    for (size_t i = 0; i < overview.badges.count; i++)
        if (overview.badges.items[i].is_new)
            output_line(_("badge earned: %s (%s)"), overview.badges.items[i].title,
                        _(badge_name(overview.badges.items[i].kind)));
}

void output_requirement(const char *lead, const struct certificate_requirement *requirement)
{
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
    certificate_requirement_words(requirement, &words);
    const char *name = buffer_text(&words);
    if (requirement->is_shown_only)
        output_line(requirement->met        ? _("%s%s: passed (not needed)")
                    : requirement->is_taken ? _("%s%s: not passed (not needed)")
                                            : _("%s%s: not taken (not needed)"),
                    lead, name);
    else if (requirement->kind == REQUIREMENT_ASSESSMENT)
        output_line(requirement->met        ? _("%s%s: passed")
                    : requirement->is_taken ? _("%s%s: not passed")
                                            : _("%s%s: not taken"),
                    lead, name);
    else
        output_line(_("%s%s: %zu of %zu exercises and quizzes passed unaided"), lead, name, requirement->passed,
                    requirement->total);
}

enum { HIT_COLUMNS = 10 };

/* Below the kind of a hit, on several lines. A learner's words and sources may hold anything. */
static void print_below(const struct invocation *invocation, const char *text)
{
    CLEANUP(buffer_done) struct buffer safe = BUFFER_INIT;
    const struct text_span *lines;
    if (!text || !*text)
        return;
    text_sanitise_line(&safe, text, strlen(text));
    size_t count = text_wrap(invocation->arena, buffer_text(&safe), terminal_columns() - HIT_COLUMNS, &lines);
    for (size_t i = 0; i < count; i++)
        output_line("%*s%.*s", HIT_COLUMNS, "", (int)lines[i].size_bytes, lines[i].start);
}

void output_hit(const struct invocation *invocation, const struct search_hit *hit)
{
    if (hit->kind == SEARCH_NOTE && hit->lesson)
        output_line(_("note      %s, step %d"), hit->lesson->id, hit->step + 1);
    else if (hit->kind == SEARCH_NOTE)
        output_line(hit->line ? _("note      %s, line %d") : _("note      %s"), hit->exercise->id, hit->line);
    else if (hit->kind == SEARCH_TERM)
        output_line(_("glossary  %s"), hit->term->name);
    else if (hit->kind == SEARCH_LESSON)
        output_line(_("lesson    %s  %s"), hit->lesson->id, hit->lesson->title);
    else if (hit->kind == SEARCH_STEP)
        output_line(_("lesson    %s, step %d"), hit->lesson->id, hit->step + 1);
    else
        output_line(hit->kind == SEARCH_HINT ? _("hint      %s") : _("exercise  %s"), hit->exercise->id);
    print_below(invocation, hit->excerpt);
    print_below(invocation, hit->source);
}

bool output_file(const char *path, const struct buffer *text, struct error *error)
{
    if (!file_write_atomic(path, text->data, text->size_bytes, error))
        return false;
    output_line(_("written: %s"), path);
    return true;
}

void output_progress(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("\r\033[K", stderr);
    vfprintf(stderr, format, arguments);
    fflush(stderr);
    va_end(arguments);
}

static void show_issuing(void *context, size_t done, size_t total)
{
    double seconds = (double)(clock_monotonic_ns() - *(const int64_t *)context) / 1e9;
    if (!isatty(STDERR_FILENO))
        return;
    if (done == 0)
        output_progress(_("judged with every block: 0 of %zu kernels"), total);
    else
        output_progress(_("judged with every block: %zu of %zu kernels, about %.0f s to go"), done, total,
                        seconds / (double)done * (double)(total - done));
}

void output_issued(void)
{
    if (isatty(STDERR_FILENO))
        output_progress("%s", "");
}

struct certificate_progress output_issuing(int64_t *began_ns)
{
    *began_ns = clock_monotonic_ns();
    return (struct certificate_progress){.report = show_issuing, .context = began_ns};
}

void output_error(const struct error *error)
{
    print_error("", error);
}

void output_warning(const struct error *error)
{
    print_error(_("warning: "), error);
}

bool output_ask(const char *prompt, char *out_answer, size_t size_bytes)
{
    fputs(prompt, stdout);
    fflush(stdout);
    if (!fgets(out_answer, (int)size_bytes, stdin))
        return false;
    out_answer[strcspn(out_answer, "\n")] = '\0';
    return true;
}

bool output_confirm(const char *question)
{
    if (!isatty(STDIN_FILENO))
        return false;
    CLEANUP(buffer_done) struct buffer prompt = BUFFER_INIT;
    const char *yes = _("y"); /* the letter that means yes */
    char answer[16];
    buffer_printf(&prompt, "%s [%s/N] ", question, yes);
    if (!output_ask(buffer_text(&prompt), answer, sizeof answer))
        return false;
    int letter = tolower((unsigned char)answer[0]);
    return letter && (letter == 'y' || letter == yes[0]);
}

int output_failure(const struct error *error)
{
    output_error(error);
    switch (error->code) {
    case ERROR_SYNTAX:
    case ERROR_RANGE:
    case ERROR_NOT_FOUND:
        return EXIT_USAGE;
    case ERROR_CANCELLED:
        return EXIT_NOT_PASSED;
    default:
        return EXIT_ENVIRONMENT;
    }
}
