/*
 * What comes next: a learner's way through the curriculum, out of what is recorded.
 *
 * A step is done when its text was read, its question answered, its exercise passed. Lessons go in the curriculum's
 * order, cores before stretch, from where a placement said to begin; what lies before that comes last. What is required
 * but not done is named, never enforced; parked exercises are passed over.
 */
#ifndef PROGRESS_NEXT_H
#define PROGRESS_NEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "curriculum/model.h"
#include "progress/store.h"

/* The setting that holds the id of the lesson to begin with. */
#define PROGRESS_PLACEMENT "placement"

struct lesson_progress {
    const struct lesson *lesson;
    size_t done, parked, total; /* steps; done + parked = total: nothing left to do now */
    size_t exercises, exercises_passed;
    int first_open; /* the first step neither done nor parked; -1 none */
    bool complete;  /* all steps done */
};

/* One for each of curriculum->lessons, in the same order. */
bool progress_list_lessons(struct store *store, const struct curriculum *curriculum, struct arena *arena,
                           struct lesson_progress **out_lessons, struct error *error);

struct next_step {
    const struct lesson *lesson;     /* NULL: all is done or parked */
    int step;                        /* index into the lesson's steps */
    const struct exercise *exercise; /* where that step is one, else NULL */
    bool is_stretch;
    const char **missing; /* lessons that it requires and that are not complete */
    size_t missing_count;
};

/* The first open step. */
bool progress_next(struct store *store, const struct curriculum *curriculum, struct arena *arena,
                   struct next_step *out_next, struct error *error);

/* The step that was on the screen last, if its lesson is still there and has something left; else progress_next(). */
bool progress_resume(struct store *store, const struct curriculum *curriculum, struct arena *arena,
                     struct next_step *out_next, struct error *error);

#endif
