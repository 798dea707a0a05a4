/* A line of the learner's file, for sentences that depend on what stands there. */
#ifndef GRADER_DIAGNOSE_SOURCE_LINE_H
#define GRADER_DIAGNOSE_SOURCE_LINE_H

#include "base/arena.h"
#include "base/diagnostics.h"

/* Its text in the arena, without the line's end; "" where there is none. `source` may be NULL. */
const char *source_line(const struct source *source, int line, struct arena *arena);

#endif
