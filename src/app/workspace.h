/*
 * The workspace: the learner's own copies of the exercises, in work/ below the state folder. Its
 * layout is that of exercises/.
 *
 * A starter is copied once and never overwritten, so an update of the program keeps the learner's
 * work. A reset keeps the earlier text beside it, so it can be undone: as NAME.before-reset, then
 * NAME.before-reset.2 and so on.
 */
#ifndef APP_WORKSPACE_H
#define APP_WORKSPACE_H

#include <stdbool.h>

#include "app/app.h"

/* The path of the learner's copy, which need not exist. Lives in `arena`. */
const char *workspace_path(const struct app *app, const struct exercise *exercise, struct arena *arena);

/* UNSUPPORTED for a milestone that is still locked, with its opening condition. */
bool workspace_is_open(const struct exercise *exercise, struct error *error);

/*
 * Copies the starter if there is no copy yet, and adds the files for editors.
 */
bool workspace_start(const struct app *app, const struct exercise *exercise, struct error *error);

/* Whether the copy has the text of the starter, so a reset changes nothing. */
bool workspace_is_starter(const struct app *app, const struct exercise *exercise);

/* Restores the starter, and keeps the earlier text. */
bool workspace_reset(const struct app *app, const struct exercise *exercise, struct error *error);

/* The same with the half-written starter, or with a text, in place of the starter. */
bool workspace_put_half_starter(const struct app *app, const struct exercise *exercise, struct error *error);
bool workspace_put_text(const struct app *app, const struct exercise *exercise, const char *text, size_t size_bytes,
                        struct error *error);

/*
 * Restores the text that was kept last. The current text becomes the oldest of the kept ones, so
 * more undos bring each of them.
 */
bool workspace_undo_reset(const struct app *app, const struct exercise *exercise, struct error *error);

/*
 * Claims an exercise for this program, until *out_descriptor is closed. False: another program has
 * it. The descriptor is -1 if nothing can be locked here.
 */
bool workspace_claim(const struct app *app, const struct exercise *exercise, int *out_descriptor);

/* Reads a file for grading, with the grader's size limit. Messages use `name`. */
bool workspace_read(const char *path, const char *name, struct arena *arena, struct source *out_source,
                    struct error *error);

/*
 * The same for a kernel of an exercise. A file NAME.diff is a change of a file below the exercise's
 * course folder (base/unified_diff.h).
 */
bool workspace_read_kernel(const struct app *app, const struct exercise *exercise, const char *path, const char *name,
                           struct arena *arena, struct source *out_source, struct error *error);

/* Lines of the learner's copy, or of the starter if there is no copy. 0: neither can be read. */
size_t workspace_line_count(const struct app *app, const struct exercise *exercise);

/* The shipped files. Live in `arena`. */
const char *workspace_solution_path(const struct app *app, const struct exercise *exercise, struct arena *arena);
/* NULL: the exercise has no best kernel. */
const char *workspace_best_path(const struct app *app, const struct exercise *exercise, struct arena *arena);
const char *workspace_starter_path(const struct app *app, const struct exercise *exercise, struct arena *arena);

/* NULL: the exercise has none. */
const char *workspace_half_starter_path(const struct app *app, const struct exercise *exercise, struct arena *arena);

#endif
