/*
 * Kahan's sum with a wrong sign:
 *
 *     y = x[i] + lost;          must be `- lost`
 *     t = sum + y;
 *     lost = (t - sum) - y;     the sum has so much too much
 *
 * The result is then close, so that its numbers say little.
 */
#ifndef GRADER_SOURCE_SOURCE_COMPENSATION_H
#define GRADER_SOURCE_SOURCE_COMPENSATION_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"

struct source_compensation {
    int line;         /* where the next number takes the lost part with the wrong sign; 0: none was found */
    const char *lost; /* the variable of the lost part */
    bool must_add;    /* else the line must subtract it */
};
struct source_compensation source_compensation(const struct source *source, struct arena *arena);

#endif
