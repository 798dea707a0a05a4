/* The event loop: waits for keys, signals, saves and the grader. */
#ifndef TUI_SHELL_LOOP_H
#define TUI_SHELL_LOOP_H

#include "tui/shell/shell.h"
#include "tui/terminal/terminal.h"

/* Returns when the learner quits, the terminal goes away or a signal asks for it. */
void loop_run(struct shell *shell, struct terminal *terminal);

/* The looks from the app's settings. */
struct terminal_looks loop_looks(const struct app *app);

#endif
