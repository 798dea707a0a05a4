/*
 * The event loop: keys, signals, saves and the grader, whichever comes first.
 */
#ifndef TUI_SHELL_LOOP_H
#define TUI_SHELL_LOOP_H

#include "tui/shell/shell.h"
#include "tui/terminal/terminal.h"

/* Returns when the learner quits, the terminal goes away or a signal asks for it. */
void loop_run(struct shell *shell, struct terminal *terminal);

/* As the app's settings say. */
struct terminal_looks loop_looks(const struct app *app);

#endif
