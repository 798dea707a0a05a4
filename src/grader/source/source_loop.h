/*
 * The loop that never ends, by the source and by how often each line ran. Loops inside it run more
 * often still, but they end each time. So of a nest of loops, also through calls, it is the one
 * that runs most often for each run of the loop around it.
 */
#ifndef GRADER_SOURCE_SOURCE_LOOP_H
#define GRADER_SOURCE_SOURCE_LOOP_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"

struct source_loop {
    int line;             /* 0: no loop was found */
    const char *variable; /* of its condition; NULL: nothing is known */
    const char *step;     /* "blockIdx.x": added to the variable, and 0 in the first block; NULL: it never changes */
};

/* How often each line ran: line i of `lines` entries, from 1 on. */
struct line_runs {
    const uint64_t *counts;
    int lines;
};

/* The name of the function around a line; NULL: none. */
const char *source_loop_function(const struct source *source, int line, struct arena *arena);

/* Searches from the line that ran most often. */
struct source_loop source_loop_endless(const struct source *source, const struct line_runs *runs, int busiest,
                                       struct arena *arena);

#endif
