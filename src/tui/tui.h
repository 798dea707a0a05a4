/*
 * The learning shell.
 *
 * tui_run() takes the terminal, shows the screens of the course and restores the terminal, also
 * after a crash or a signal. One event loop waits for keys, saves and the grader. Nothing in it
 * blocks. The app's settings decide about colours and the mouse (app/settings.h).
 *
 * Rooms:
 *     draw/                cells, pages, Markdown, colours and marks. Knows no key and no terminal
 *     keys/                keys, and the keymap: the action of a key on each screen
 *     screens/assessment/  an assessment, and the warm-up
 *     screens/attempts/    past attempts: list, one attempt, difference, comparison, roofline
 *     screens/exercise/    an exercise: task, source, verdict, hints, output, solution
 *     screens/home/        the course map
 *     screens/lesson/      a lesson, and the list of its steps
 *     screens/microscope/  a kernel, step by step
 *     screens/page/        screens that are one page to read: help, progress, settings, welcome
 *     screens/search/      full-text search, and the glossary
 *     screens/trial/       one case, with other values
 *     screens/verdict/     pages that several screens show: a verdict, a source with its findings
 *     shell/               the stack of screens, prompt, keys, event loop. Knows screens by a table
 *     terminal/            a terminal: draws cells on it, reads its keys and signals
 */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include <stdbool.h>

#include "app/app.h"
#include "base/buffer.h"
#include "base/error.h"

struct tui_options {
    bool ascii; /* only ASCII, in any locale */
    bool no_color;
    const char *open; /* exercise or lesson to open; NULL: the last place */
};

/*
 * False only if the terminal cannot be used (unknown TERM, no terminal). The caller then shows
 * `status`.
 */
bool tui_run(struct app *app, const struct tui_options *options, struct error *error);

/*
 * The shell as lines on stdout and commands on stdin. It serves screen readers, logs, and terminals
 * that cannot place their cursor. It ends with `quit` or with the input.
 */
bool tui_run_plain(struct app *app, const struct tui_options *options, struct error *error);

/* Markdown as plain text wrapped at `columns`, for `warpschool show` and hints. Keeps figures. */
void tui_markdown_text(const char *markdown, int columns, bool ascii, struct buffer *out);

/*
 * The rows and columns that a step takes at most (curriculum/lab.h), drawn on a screen of 80x24.
 * It fits if they are no more than these.
 */
enum { TUI_LAB_ROWS = 20, TUI_LAB_COLUMNS = 77 };
struct tui_lab_size {
    int rows, columns;
};
struct tui_lab_size tui_lab_measure(const struct app *app, const struct lab *lab);

#endif
