/*
 * The shell as lines. The same screens are drawn on a tall canvas in memory and printed as text,
 * without cursor addressing.
 *
 * After a command, a new screen is printed whole. Otherwise only the new lines are printed, and the
 * focused line, marked by "> ". A typed line is the name of a command ("open", "down") or of a key
 * ("Tab", "q", "2"). If a question is asked, it is the answer. An empty line is Enter.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/editor.h"
#include "base/clock.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/shell/shell.h"
#include "tui/terminal/backend_text.h"
#include "tui/tui.h"

enum { PLAIN_COLUMNS = 79, PLAIN_ROWS = 250, LINE_BYTES_MAX = 1024, TICK_MS = 100 };

struct plain {
    struct shell *shell;
    struct backend_text *backend;
    struct buffer shown;      /* the last printed dump: lines of text and lines of styles */
    const void *shown_screen; /* state of the screen of that dump */
    struct buffer typed;      /* received bytes that are not yet a line */
    bool gone;
};

static void print(const char *text, size_t size_bytes)
{
    while (size_bytes > 0) {
        ssize_t written = write(STDOUT_FILENO, text, size_bytes);
        if (written < 0 && errno != EINTR)
            return;
        text += written > 0 ? written : 0;
        size_bytes -= written > 0 ? (size_t)written : 0;
    }
}

/* The next line of a dump, without its newline; false at its end. */
static bool next_line(const char **at, const char **out_line, size_t *out_size)
{
    if (!**at)
        return false;
    *out_line = *at;
    *out_size = strcspn(*at, "\n");
    *at += *out_size + ((*at)[*out_size] == '\n');
    return true;
}

/* Rules and empty lines have no meaning for a reader. */
static bool says_something(const char *line, size_t size)
{
    for (size_t at = 0; at < size;) {
        int32_t codepoint;
        at += text_step(line + at, size - at, &codepoint);
        if (codepoint != ' ' && codepoint != '-' && codepoint != 0x2500)
            return true;
    }
    return false;
}

static bool was_shown(const struct plain *plain, const char *line, size_t size)
{
    const char *at = buffer_text(&plain->shown), *old, *styles;
    size_t old_size, style_size;
    while (next_line(&at, &old, &old_size) && next_line(&at, &styles, &style_size))
        if (old_size == size && memcmp(old, line, size) == 0)
            return true;
    return false;
}

/* A dump alternates lines of text and lines of style letters. '#' is the marked row. */
static void print_screen(struct plain *plain)
{
    CLEANUP(buffer_done) struct buffer dump = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    backend_text_dump(plain->backend, true, &dump);
    const void *screen = shell_top(plain->shell)->state;
    bool is_new = screen != plain->shown_screen;
    const char *at = buffer_text(&dump), *line, *styles;
    size_t size, style_size, row = 0;
    bool changed = is_new || strcmp(buffer_text(&dump), buffer_text(&plain->shown)) != 0;
    while (changed && next_line(&at, &line, &size) && next_line(&at, &styles, &style_size)) {
        bool is_marked = row++ > 0 && memchr(styles, '#', style_size) != NULL; /* the first line is the status */
        if (!says_something(line, size) || !(is_new || is_marked || !was_shown(plain, line, size)))
            continue;
        buffer_append_text(&out, is_marked ? "> " : "  ");
        buffer_append(&out, line, size);
        buffer_append_char(&out, '\n');
    }
    print(buffer_text(&out), out.size_bytes);
    plain->shown_screen = screen;
    buffer_clear(&plain->shown);
    buffer_append(&plain->shown, buffer_text(&dump), dump.size_bytes);
}

/* The line replaces what the prompt holds: a reader of lines cannot correct it. */
static void type(struct shell *shell, const char *text)
{
    size_t left = strlen(text);
    typed_clear(&shell->prompt.typed);
    while (left > 0) {
        int32_t codepoint;
        size_t step = text_step(text, left, &codepoint);
        shell_key(shell, codepoint);
        text += step;
        left -= step;
    }
    shell_key(shell, KEY_CODE_ENTER);
}

static bool act_named(struct shell *shell, const char *name)
{
    for (int action = ACTION_NONE + 1; action < ACTION_COUNT; action++) {
        if (strcmp(action_name((enum action)action), name) != 0 || !shell_can_act(shell, (enum action)action))
            continue;
        shell->message[0] = '\0';
        shell_act(shell, (enum action)action);
        return true;
    }
    return false;
}

static void take_line(struct plain *plain, char *line)
{
    struct shell *shell = plain->shell;
    line[strcspn(line, "\r")] = '\0';
    int32_t key = *line ? key_parse(line, strlen(line)) : KEY_CODE_ENTER;
    bool is_question = shell->prompt.kind == PROMPT_TEXT || shell->prompt.kind == PROMPT_PALETTE;
    if (is_question && *line && key != KEY_CODE_ESCAPE)
        type(shell, line);
    else if (key)
        shell_key(shell, key);
    else if (!act_named(shell, line))
        shell_say(shell, STYLE_WARNING, _("there is no command '%s' here"), line);
    shell_draw(shell);
    print_screen(plain);
}

static void take_input(struct plain *plain)
{
    char bytes[LINE_BYTES_MAX];
    ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count <= 0) {
        plain->gone = count == 0 || (errno != EINTR && errno != EAGAIN);
        return;
    }
    for (ssize_t i = 0; i < count && !plain->shell->quit; i++) {
        if (bytes[i] != '\n') {
            if (plain->typed.size_bytes < LINE_BYTES_MAX)
                buffer_append_char(&plain->typed, bytes[i]);
            continue;
        }
        CLEANUP(buffer_done) struct buffer line = BUFFER_INIT;
        text_sanitise(&line, buffer_text(&plain->typed), plain->typed.size_bytes);
        buffer_clear(&plain->typed);
        take_line(plain, line.data ? line.data : (char[]){""});
    }
}

static bool edit(void *context, const char *path, int line, struct error *error)
{
    (void)context;
    return editor_run(path, line, error);
}

/* Work in progress is reported once, at its end. */
static bool is_busy(const struct shell *shell)
{
    return shell->open.is_working || shell->measure_ticket;
}

static void wait_for_events(struct plain *plain)
{
    struct shell *shell = plain->shell;
    struct pollfd sources[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = shell->grading ? grading_descriptor(shell->grading) : -1, .events = POLLIN},
        {.fd = shell->open.watch ? watch_descriptor(shell->open.watch) : -1, .events = POLLIN},
        {.fd = shell->microscope ? microscope_descriptor(shell->microscope) : -1, .events = POLLIN},
        {.fd = shell->checkup ? checkup_descriptor(shell->checkup) : -1, .events = POLLIN},
        {.fd = shell->trials ? trials_descriptor(shell->trials) : -1, .events = POLLIN},
        {.fd = shell->labs ? lab_runner_descriptor(shell->labs) : -1, .events = POLLIN},
        {.fd = shell->full_check ? full_check_descriptor(shell->full_check) : -1, .events = POLLIN},
    };
    int wait = is_busy(shell) || shell->open.watch ? TICK_MS : -1;
    int ready = poll(sources, sizeof sources / sizeof sources[0], wait);
    shell->now_ns = clock_monotonic_ns();
    bool changed = shell_take_events(shell);
    changed = open_exercise_look(shell) || changed;
    if (ready > 0 && sources[3].revents && shell->microscope) {
        shell_notify(shell, SCREEN_STEPPED);
        changed = true;
    }
    if (ready > 0 && sources[5].revents && shell->trials) {
        shell_notify(shell, SCREEN_TRIED);
        changed = true;
    }
    if (ready > 0 && sources[6].revents && shell->labs) {
        lab_runner_take_wakes(shell->labs);
        shell_notify(shell, SCREEN_LAB);
        changed = true;
    }
    changed = changed || (ready > 0 && sources[4].revents);
    if (changed && !is_busy(shell)) {
        shell_draw(shell);
        print_screen(plain);
    }
    if (ready > 0 && sources[0].revents)
        take_input(plain);
}

bool tui_run_plain(struct app *app, const struct tui_options *options, struct error *error)
{
    CLEANUP(backend_text_free) struct backend_text *backend = backend_text_new();
    CLEANUP(canvas_free) struct canvas *canvas = canvas_new(&backend_text_functions, backend, options->ascii);
    backend_text_resize(backend, PLAIN_COLUMNS, PLAIN_ROWS);
    canvas_resize(canvas, PLAIN_COLUMNS, PLAIN_ROWS);
    CLEANUP(shell_free) struct shell *shell = shell_new(app, canvas, error);
    if (!shell)
        return false;
    struct plain plain = {.shell = shell, .backend = backend, .shown = BUFFER_INIT, .typed = BUFFER_INIT};
    shell->hooks = (struct shell_hooks){.context = &plain, .edit = edit};
    shell->is_plain = true;
    shell_start(shell, options->open);
    shell->grading = grading_new(app, &shell->grading_trouble);
    if (shell_top(shell)->id == SCREEN_WELCOME)
        shell->checkup = checkup_new(app);
    shell_notify(shell, SCREEN_LAB); /* the first screen may have kernels to run */
    shell_draw(shell);
    print_screen(&plain);
    while (!shell->quit && !plain.gone)
        wait_for_events(&plain);
    /* After the end of input, waits for the requested verdict. */
    while (!shell->quit && is_busy(shell)) {
        struct pollfd source = {.fd = grading_descriptor(shell->grading), .events = POLLIN};
        poll(&source, 1, TICK_MS);
        shell->now_ns = clock_monotonic_ns();
        if (shell_take_events(shell) && !is_busy(shell)) {
            shell_draw(shell);
            print_screen(&plain);
        }
    }
    place_save(shell);
    buffer_done(&plain.shown);
    buffer_done(&plain.typed);
    return true;
}
