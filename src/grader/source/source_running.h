/*
 * Wrong updates of a running sum.
 *
 * Kahan's sum with a wrong sign:
 *
 *     y = x[i] + lost;          must be `- lost`
 *     t = sum + y;
 *     lost = (t - sum) - y;     the sum has so much too much
 *
 * The result is then close, so that its numbers say little.
 *
 * A sum that is rescaled by a difference of 0, because the variable was changed a line too early:
 *
 *     m = v;
 *     s = s * expf(m - v) + 1.0f;             must have the old m
 *
 *     m = fmaxf(m, other);
 *     s = s * expf(m - m) + t * expf(other - m);
 *
 * Only exponentials that multiply something count.
 */
#ifndef GRADER_SOURCE_SOURCE_RUNNING_H
#define GRADER_SOURCE_SOURCE_RUNNING_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"

struct source_running_lost {
    int line;         /* where the next number takes the lost part with the wrong sign; 0: none was found */
    const char *lost; /* the variable of the lost part */
    bool must_add;    /* else the line must subtract it */
};
struct source_running_lost source_running_lost(const struct source *source, struct arena *arena);

struct source_running_stale {
    int line;               /* of the difference; 0: there is none */
    int set_line;           /* where the variable changes */
    const char *difference; /* "m - v" */
    const char *variable;   /* "m" */
};
struct source_running_stale source_running_stale(const struct source *source, struct arena *arena);

#endif
