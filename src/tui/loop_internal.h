/*
 * The event loop: keys, signals, saves and the grader, whichever comes first.
 */
#ifndef TUI_LOOP_INTERNAL_H
#define TUI_LOOP_INTERNAL_H

#include "tui/shell_internal.h"
#include "tui/terminal_internal.h"

/* Returns when the learner quits, the terminal goes away or a signal asks for it. */
void loop_run(struct shell *shell, struct terminal *terminal);

/* As the app's settings say. */
struct terminal_looks loop_looks(const struct app *app);

#endif
