/*
 * Questions and exercises that are worth asking again, by all answers and attempts so far
 * (progress/recall.h). The first answer of a day counts. An exercise and its variant are one item.
 * A pass after failures on that day, or with help, was hard.
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

struct review_item {
    const struct lesson *lesson;
    int step;                        /* of a question; -1: an exercise */
    const struct exercise *exercise; /* NULL: a question */
    bool was_wrong;                  /* the last answer */
    bool is_due;
    int64_t days_ago; /* whole calendar days in the learner's time zone; never below 0 */
};

/*
 * Lists questions of ordinary lessons first, wrong ones before the others, then exercises. A
 * question is a quiz, or a step that runs kernels and was answered: a fill, or a guess. The oldest
 * item of each group comes first. Leaves out variants of exercises. `now`: ISO 8601 UTC; NULL: the
 * clock.
 */
bool review_list(struct store *store, const struct curriculum *curriculum, const char *now, struct arena *arena,
                 struct review_item **out_items, size_t *out_count, struct error *error);

#endif
