/*
 * Figures about a learner's work: totals, streak, time. Days are calendar days in the learner's
 * time zone.
 */
#ifndef PROGRESS_ANALYTICS_H
#define PROGRESS_ANALYTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "progress/store.h"

struct progress_statistics {
    int64_t attempts, passes; /* submissions, and those that passed */
    int64_t exercises_tried, exercises_passed, exercises_assisted;
    int64_t gold, silver, bronze; /* exercises by best medal */
    int64_t days_active;
    int64_t streak_days;         /* up to today, or up to yesterday if today has no work yet */
    int64_t longest_streak_days; /* ever */
    int64_t days_away;           /* since the last day with work; 0: today; -1: there was none */
    int64_t seconds_spent;
};

/* `now`: ISO 8601 UTC ("2026-05-17T09:03:00Z"); NULL: the clock. */
bool progress_get_statistics(struct store *store, const char *now, struct progress_statistics *out_statistics,
                             struct error *error);

/* Counts the attempts of each of the last days. The first one is today's. */
enum { PROGRESS_DAYS = 91 };
bool progress_count_days(struct store *store, const char *now, int64_t out_counts[PROGRESS_DAYS], struct error *error);

/* Adds time spent on a lesson or an exercise (`kind`: "lesson", "exercise") to today's. */
bool progress_add_time(struct store *store, const char *kind, const char *subject, int64_t seconds,
                       struct error *error);

#endif
