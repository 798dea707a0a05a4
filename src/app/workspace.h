/*
 * The workspace: the learner's own copies of the exercises, in work/ below the state folder, laid out like exercises/.
 *
 * A starter is copied once and never written over: an update of the program keeps the learner's work. A reset keeps
 * what was there beside it, so that it can be undone.
 */
#ifndef APP_WORKSPACE_H
#define APP_WORKSPACE_H

#include <stdbool.h>

#include "app/app.h"

/* Where the learner's copy is, or would be. Lives in `arena`. */
const char *workspace_path(const struct app *app, const struct exercise *exercise, struct arena *arena);

/* UNSUPPORTED, with when it opens, for a milestone that is still locked. */
bool workspace_is_open(const struct exercise *exercise, struct error *error);

/* Copies the starter if there is no copy yet, and puts what editors need beside it (app/editor_files.h). */
bool workspace_start(const struct app *app, const struct exercise *exercise, struct error *error);

/* The starter again; what was there goes to NAME.before-reset. */
bool workspace_reset(const struct app *app, const struct exercise *exercise, struct error *error);

/* Puts back what the last reset took away (and keeps the starter's text as the thing to undo to). */
bool workspace_undo_reset(const struct app *app, const struct exercise *exercise, struct error *error);

/* Reads a file to be graded, with the grader's size limit. `name` is what messages call it. */
bool workspace_read(const char *path, const char *name, struct arena *arena, struct source *out_source,
                    struct error *error);

/* The shipped files. Live in `arena`. */
const char *workspace_solution_path(const struct app *app, const struct exercise *exercise, struct arena *arena);
const char *workspace_starter_path(const struct app *app, const struct exercise *exercise, struct arena *arena);

/* True while the learner's copy is the starter, byte for byte, or absent. */
bool workspace_is_untouched(const struct app *app, const struct exercise *exercise);

#endif
