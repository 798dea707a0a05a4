/*
 * The learning shell.
 *
 * tui_run() takes the terminal, shows the screens of the course and gives the terminal back, also after a crash or a
 * signal. One event loop waits for keys, saves and the grader; nothing in it blocks. Colours and the mouse are as the
 * app's settings say (app/settings.h).
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
 *     screens/trial/       one case, with other values
 *     screens/verdict/     pages that several screens show: a verdict, and a source with its findings
 *     shell/               the stack of screens, prompt, keys and event loop. Knows screens by screens.def
 *     terminal/            a terminal: draws cells on it, reads its keys and signals
 */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include <stdbool.h>

#include "app/app.h"
#include "base/buffer.h"
#include "base/error.h"

struct tui_options {
    bool ascii; /* no characters beyond ASCII, whatever the locale says */
    bool no_color;
    const char *open; /* exercise or lesson to open; NULL: where the learner was */
};

/* False only where the terminal cannot be used (unknown TERM, no terminal); the caller falls back to `status`. */
bool tui_run(struct app *app, const struct tui_options *options, struct error *error);

/*
 * The same shell as lines on stdout and commands on stdin, line by line: for screen readers, logs, and terminals that
 * cannot place their cursor. Ends with `quit` or with the input.
 */
bool tui_run_plain(struct app *app, const struct tui_options *options, struct error *error);

/* Markdown as plain text wrapped at `columns`, figures kept, for `warpschool show` and hints. */
void tui_markdown_text(const char *markdown, int columns, bool ascii, struct buffer *out);

#endif
