/*
 * What is worth asking again: questions that were answered, and exercises that were passed, by when that was last.
 */
#ifndef PROGRESS_REVIEW_H
#define PROGRESS_REVIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "curriculum/model.h"
#include "progress/store.h"

/*
 * The one rule of what is due: a question whose last answer was wrong, from the next day on; and whatever was answered
 * or passed last so many days ago. Three weeks, because a repetition does most after a tenth to a fifth of the time for
 * which one wants to remember (Cepeda et al., Spacing Effects in Learning, 2008), and the course is to last half a
 * year.
 */
enum { REVIEW_AFTER_DAYS = 21 };

struct review_item {
    const struct lesson *lesson;
    int step;                        /* of a question; -1: an exercise */
    const struct exercise *exercise; /* NULL: a question */
    bool was_wrong;                  /* the last answer */
    bool is_due;
    int64_t days_ago; /* whole calendar days where the learner is; never below 0 */
};

/*
 * Questions of ordinary lessons first, those answered wrong before the others, then exercises; within each what was
 * longest ago comes first. Variants of exercises are left out. `now`: ISO 8601 UTC; NULL: the clock.
 */
bool review_list(struct store *store, const struct curriculum *curriculum, const char *now, struct arena *arena,
                 struct review_item **out_items, size_t *out_count, struct error *error);

#endif
