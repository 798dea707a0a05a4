/*
 * The help ladder of an exercise: hints from the concept to pseudocode, then the solution, at a
 * price.
 *
 * If a hint names a finding of the last verdict (`when: out_of_bounds`, or `when: race` for all
 * races), it comes next. Otherwise one for the verdict's status comes next. The last rung, with the
 * pseudocode, comes only after all other hints. Shown hints are recorded. So none comes twice, and
 * none is skipped when the verdict changes. While an assessment runs there is no help.
 */
#ifndef APP_HELP_LADDER_H
#define APP_HELP_LADDER_H

#include <stdbool.h>

#include "app/app.h"

struct help_ladder_hint {
    const char *text;  /* Markdown; NULL: no hint (is left) */
    int number, total; /* 2 of 3 */
    bool is_new;       /* counts as shown now */
};

/* The next hint, recorded as shown. After the last one, shows it again. */
bool help_ladder_next_hint(struct app *app, const struct exercise *exercise, struct help_ladder_hint *out_hint,
                           struct error *error);

/* Hint `number` (from 1), if it was shown before. */
bool help_ladder_shown_hint(struct app *app, const struct exercise *exercise, int number,
                            struct help_ladder_hint *out_hint, struct error *error);

/*
 * The half-written starter is due once three failures have one diagnosis: the same status, and the
 * same first finding, gate or pattern. It is never due after a pass, or for an exercise that has
 * none.
 */
enum { HELP_LADDER_FAILURES = 3 };
bool help_ladder_half_is_due(struct app *app, const struct exercise *exercise, bool *out_due, struct error *error);

/* Puts it in place of the learner's file, as a reset does, and records it. NOT_FOUND: not due. */
bool help_ladder_take_half(struct app *app, const struct exercise *exercise, struct error *error);

/* True if the solution would make a pass assisted: there is no pass yet. */
bool help_ladder_solution_costs(struct app *app, const struct exercise *exercise, bool *out_costs, struct error *error);

/* Reads the solution's text and records that it was seen. */
bool help_ladder_reveal_solution(struct app *app, const struct exercise *exercise, struct arena *arena,
                                 struct source *out_source, struct error *error);

/*
 * Reads the text of the best kernel, which comes after a pass. NOT_FOUND: the exercise has none, or
 * is not passed yet.
 */
bool help_ladder_reveal_best(struct app *app, const struct exercise *exercise, struct arena *arena,
                             struct source *out_source, struct error *error);

/*
 * A sentence on what the badge still needs after a pass with help: the variant, unaided, a day
 * later. NULL: nothing. `exercise` can be the variant.
 */
bool help_ladder_debt(struct app *app, const struct exercise *exercise, struct arena *arena, const char **out_words,
                      struct error *error);

#endif
