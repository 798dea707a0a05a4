/*
 * Placement: a few questions that suggest where to begin. It locks nothing and skips nothing for
 * good. Lessons before the place come last.
 */
#ifndef APP_PLACEMENT_H
#define APP_PLACEMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "app/app.h"

struct placement {
    const struct lesson *check; /* the lesson with the questions; NULL: this course has none */
    size_t questions, answered, right;
    const struct lesson *begin; /* where to begin, by the answers; NULL: no question is answered */
};

/*
 * Reads the answers that are recorded as the lesson's steps. The place is the first lesson of the
 * course whose question was not answered right. If all were, it is the lesson after the last named
 * one.
 */
bool placement_read(struct app *app, struct placement *out_placement, struct error *error);

/* If every question is answered, keeps the place for progress_next(). */
bool placement_apply(struct app *app, const struct placement *placement, struct error *error);

/* Returns to beginning with the first lesson. */
bool placement_forget(struct app *app, struct error *error);

#endif
