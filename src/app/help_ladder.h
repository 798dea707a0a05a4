/*
 * The help ladder of an exercise: hints from the concept to pseudocode, then the solution, at a price.
 *
 * Which hint comes next depends on the last verdict where a hint names the diagnosis it fits. Which were shown is
 * recorded, so that none comes twice and none is passed over when the verdict changes. While an assessment runs there
 * is no help at all.
 */
#ifndef APP_HELP_LADDER_H
#define APP_HELP_LADDER_H

#include <stdbool.h>

#include "app/app.h"

struct help_ladder_hint {
    const char *text;  /* Markdown; NULL: there is none (left) */
    int number, total; /* 2 of 3 */
    bool is_new;       /* counted as shown now */
};

/* The next hint, recorded as shown. After the last one it is shown again. */
bool help_ladder_next_hint(struct app *app, const struct exercise *exercise, struct help_ladder_hint *out_hint,
                           struct error *error);

/* Hint `number` (from 1), if it was shown before. */
bool help_ladder_shown_hint(struct app *app, const struct exercise *exercise, int number,
                            struct help_ladder_hint *out_hint, struct error *error);

/* True if looking at the solution would make a pass assisted: it has not been passed yet. */
bool help_ladder_solution_costs(struct app *app, const struct exercise *exercise, bool *out_costs, struct error *error);

/* Reads the solution's text and records that it was seen. */
bool help_ladder_reveal_solution(struct app *app, const struct exercise *exercise, struct arena *arena,
                                 struct source *out_source, struct error *error);

#endif
