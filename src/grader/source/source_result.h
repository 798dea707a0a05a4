/*
 * Calls whose result is lost, or is taken for another number:
 *
 *     __shfl_down_sync(mask, sum, 16);     changes no variable
 *     block_sum(sum);                      neither does a function of the file
 *     *total = atomicAdd(total, sum);      stores the old value again
 *
 * They are looked for in the source alone, and told only beside a verdict that is not right.
 */
#ifndef GRADER_SOURCE_SOURCE_RESULT_H
#define GRADER_SOURCE_SOURCE_RESULT_H

#include "base/arena.h"
#include "base/diagnostics.h"

struct source_result {
    int line;             /* 0: none */
    const char *function; /* "atomicAdd" */
};

/*
 * The first statement that only calls a function for its result. A function of the file counts if
 * it returns a value and takes neither pointers nor references.
 */
struct source_result source_result_dropped(const struct source *source, struct arena *arena);

/* The first atomic operation whose result is stored to the element that it changes. */
struct source_result source_result_stored_back(const struct source *source, struct arena *arena);

#endif
