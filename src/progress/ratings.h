/*
 * A learner's opinion of a lesson: one to five stars and a remark. It is kept until it is exported
 * for the author.
 */
#ifndef PROGRESS_RATINGS_H
#define PROGRESS_RATINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "progress/store.h"

enum { RATING_STARS_LEAST = 1, RATING_STARS_MOST = 5, RATING_REMARK_BYTES_MAX = 4000 };

struct rating {
    const char *lesson;
    int stars;
    const char *remark; /* NULL: none */
    const char *rated_at;
};

/* Replaces an earlier rating. `remark` NULL keeps the earlier remark. */
bool ratings_set(struct store *store, const char *lesson, int stars, const char *remark, struct error *error);

/* By lesson. */
bool ratings_list(struct store *store, struct arena *arena, struct rating **out_ratings, size_t *out_count,
                  struct error *error);

#endif
