/*
 * The barriers of a kernel's source: `__syncthreads()` outside of comments and literals.
 *
 * A prediction asks what becomes of a learner's kernel without one of them (PREDICT_WITHOUT_BARRIER). Which one is
 * settled by the source alone, so that who asks and who answers mean the same.
 */
#ifndef GRADER_SOURCE_BARRIER_H
#define GRADER_SOURCE_BARRIER_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"

/* The line of the barrier that is asked about, counted from 1; 0: the file has none. */
int source_barrier_line(const struct source *source);

/* Whether a barrier stands behind line `first` and before line `last`. */
bool source_barrier_between(const struct source *source, int first, int last);

/* The file without that barrier, lines and columns as before. False: it has none. Lives in `arena`. */
bool source_barrier_delete(const struct source *source, struct arena *arena, struct source *out_source);

#endif
