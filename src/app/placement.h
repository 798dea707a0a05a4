/*
 * Placement: a few questions that say where in the course to begin. Nothing is locked by it, and nothing is skipped for
 * good: what lies before the place comes at the end of the way.
 */
#ifndef APP_PLACEMENT_H
#define APP_PLACEMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "app/app.h"

struct placement {
    const struct lesson *check; /* the lesson with the questions; NULL: this course has none */
    size_t questions, answered, right;
    const struct lesson *begin; /* where to begin by what is answered; NULL: no question is answered */
};

/*
 * Reads the answers that are recorded as the lesson's steps. One begins with the first lesson, in the course's order,
 * that a question names which was not answered right; where all were, with the lesson behind the last one named.
 */
bool placement_read(struct app *app, struct placement *out_placement, struct error *error);

/* Where every question is answered: keeps the place for progress_next(). */
bool placement_apply(struct app *app, const struct placement *placement, struct error *error);

/* Begin at the beginning after all. */
bool placement_forget(struct app *app, struct error *error);

#endif
