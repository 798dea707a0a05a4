/*
 * A loop that goes one step past an array whose size stands in the source:
 *
 *     float sum[8];
 *     for (int r = 0; r <= 8; r++)
 *         sum[r] += ..
 *
 * An array of a thread is in registers, or beside other variables in local memory. So no check of
 * memory sees such a step, and the compiler may delete it.
 */
#ifndef GRADER_SOURCE_SOURCE_OVERRUN_H
#define GRADER_SOURCE_SOURCE_OVERRUN_H

#include "base/arena.h"
#include "base/diagnostics.h"

struct source_overrun {
    int line;             /* of the loop; 0: there is none */
    const char *variable; /* "r" */
    const char *bound;    /* "8", or the name of a constant */
    const char *array;    /* "sum" */
};

/* The first such loop. One whose body compares the variable, or leaves the loop, is left alone. */
struct source_overrun source_overrun_find(const struct source *source, struct arena *arena);

#endif
