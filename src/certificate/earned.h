/*
 * The results that count: exercises passed unaided, questions answered, assessments passed. Read
 * once, asked often.
 *
 * If the solution was seen first, an exercise counts once its variant is passed unaided a day later
 * (store_is_earned()).
 */
#ifndef CERTIFICATE_EARNED_H
#define CERTIFICATE_EARNED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "curriculum/model.h"
#include "progress/store.h"

/* A total, and the earned part of it. */
struct tally {
    size_t passed, total;
};

/* What a lesson still lacks: one exercise, the questions of a lesson without any, an assessment. */
struct earned_gap {
    const struct lesson *lesson;
    const struct exercise *exercise; /* NULL: questions, or an assessment */
    struct tally questions;          /* of a lesson without exercises; `passed` of them are right */
};

struct earned {
    const struct curriculum *curriculum;
    struct tally *lessons;   /* one for each of curriculum->lessons */
    struct earned_gap *gaps; /* in the order of the course */
    size_t gap_count;
    bool assessment_passed[LEVEL_COUNT], assessment_taken[LEVEL_COUNT];
};

/* Everything lives in `arena`. */
bool earned_read(const struct curriculum *curriculum, struct store *store, struct arena *arena,
                 struct earned *out_earned, struct error *error);

#endif
