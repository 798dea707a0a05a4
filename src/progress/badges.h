/*
 * Recorded badges: the badge, its subject, its date, and the attempt that earned it. The rules are
 * in certificate/badges.def. A recorded badge stays.
 */
#ifndef PROGRESS_BADGES_H
#define PROGRESS_BADGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "progress/store.h"

struct badge_record {
    const char *badge, *subject; /* "week", "1" */
    const char *earned_at;       /* ISO 8601 UTC */
    int64_t attempt;             /* 0: none */
};

/* By badge and subject. */
bool badges_list(struct store *store, struct arena *arena, struct badge_record **out_badges, size_t *out_count,
                 struct error *error);

/*
 * Records the new ones, all in one transaction. `earned_at` NULL: now. An attempt of 0 becomes the
 * newest unaided pass of any exercise, if there is one.
 */
bool badges_add(struct store *store, const struct badge_record *badges, size_t count, struct error *error);

#endif
