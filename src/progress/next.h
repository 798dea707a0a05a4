/*
 * The next step of a learner through the curriculum, from the record.
 *
 * A step is done when its text was read, its question answered or its exercise passed. Lessons go
 * in the curriculum's order, cores before stretch, from the lesson of the placement. Earlier
 * lessons come last. Unmet requirements are named, never enforced. Parked exercises are skipped.
 */
#ifndef PROGRESS_NEXT_H
#define PROGRESS_NEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "curriculum/model.h"
#include "progress/store.h"

/* The setting with the id of the first lesson. */
#define PROGRESS_PLACEMENT "placement"

struct lesson_progress {
    const struct lesson *lesson;
    size_t done, parked, total; /* steps; done + parked = total: nothing is left to do now */
    size_t exercises, exercises_passed;
    int first_open; /* the first step that is neither done nor parked; -1 none */
    bool complete;  /* all steps done */
};

/* One for each of curriculum->lessons, in the same order. */
bool progress_list_lessons(struct store *store, const struct curriculum *curriculum, struct arena *arena,
                           struct lesson_progress **out_lessons, struct error *error);

/* The lesson of the first open step; NULL: all is done or parked. */
bool progress_next(struct store *store, const struct curriculum *curriculum, struct arena *arena,
                   const struct lesson **out_next, struct error *error);

#endif
