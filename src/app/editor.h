/*
 * The learner's editor: $VISUAL, $EDITOR, sensible-editor or nano, in that order, with its
 * arguments.
 */
#ifndef APP_EDITOR_H
#define APP_EDITOR_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"

/*
 * The command line as argv, ended by NULL: `code --wait` splits at blanks, quotes group. `line` > 0
 * is passed as +LINE to editors that are known to take it. Fails with advice if no editor is found.
 */
bool editor_command(struct arena *arena, const char *path, int line, const char *const **out_argv, struct error *error);

/* The name in $VISUAL or $EDITOR that no program has, so that another one opens. NULL: none. */
const char *editor_passed_over(struct arena *arena);

/* Runs it in the foreground and waits. The caller must have released the terminal. */
bool editor_run(const char *path, int line, struct error *error);

#endif
