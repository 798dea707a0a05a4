/*
 * Reads that the compiler moved up, in front of an `if` that it computes with a predicate:
 *
 *     if (col < w)                     the read has this line
 *         y[i] = x[i] + parts[lane];   and belongs to this one
 */
#ifndef GRADER_GRADE_HOISTED_READ_H
#define GRADER_GRADE_HOISTED_READ_H

#include "base/diagnostics.h"
#include "device/observation.h"

/* Gives findings about such reads the next line that indexes their buffer. */
void hoisted_read_move(struct observation *observation, const struct source *source);

#endif
