/*
 * The barriers of a kernel's source: `__syncthreads()` outside comments and literals.
 *
 * A prediction asks for the effect of deleting one of them (PREDICT_WITHOUT_BARRIER). The source
 * alone decides which one, so the question and its answer mean the same barrier.
 */
#ifndef GRADER_SOURCE_BARRIER_H
#define GRADER_SOURCE_BARRIER_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"

/* The line of the chosen barrier, counted from 1; 0: the file has none. */
int source_barrier_line(const struct source *source);

/* Whether the source has a barrier after line `first` and before line `last`. */
bool source_barrier_between(const struct source *source, int first, int last);

/*
 * The file without the chosen barrier; lines and columns stay. False: it has none. Allocated in
 * `arena`.
 */
bool source_barrier_delete(const struct source *source, struct arena *arena, struct source *out_source);

#endif
