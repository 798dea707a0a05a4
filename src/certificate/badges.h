/*
 * Badges: marks for lessons, weeks, assessments and projects, by the rules of badges.def. A badge
 * stays, even if the curriculum changes.
 */
#ifndef CERTIFICATE_BADGES_H
#define CERTIFICATE_BADGES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "certificate/earned.h"

enum badge_kind {
#define BADGE(id, name, subject, lessons, words) BADGE_##id,
#include "certificate/badges.def"
    BADGE_KIND_COUNT
};

const char *badge_name(enum badge_kind kind);
const char *badge_words(enum badge_kind kind); /* how to earn it */

struct badge {
    enum badge_kind kind;
    const char *subject; /* as recorded: a lesson's id, a week's number, a level */
    const char *title;   /* "Week 1", "One thread, one element" */
    struct tally tally;
    bool earned, is_new;
    const char *earned_at; /* NULL: not earned */
};

/* Whether a lesson counts for a badge, by the kind and subject of it. */
bool badge_counts(enum badge_kind kind, const char *subject, const struct lesson *lesson);

struct badge_list {
    struct badge *items;
    size_t count, earned_count, new_count;
};

/*
 * Every badge of this curriculum, in its order. Earned badges that are not recorded yet are
 * recorded, with is_new. A store that cannot be written shows the earned ones and records nothing.
 * Everything lives in `arena`.
 */
bool badges_update(const struct earned *earned, struct store *store, struct arena *arena, struct badge_list *out_badges,
                   struct error *error);

#endif
