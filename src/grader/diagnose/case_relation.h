/*
 * What tells the cases that fail from those that are right, where a size of the exercise does: "Right where cols is a
 * multiple of 4, wrong where it is not." A tail that is left out, a row longer than a block, a second block.
 */
#ifndef GRADER_DIAGNOSE_CASE_RELATION_H
#define GRADER_DIAGNOSE_CASE_RELATION_H

#include "base/arena.h"
#include "grader/prepare/cases.h"
#include "grader/verdict.h"

/* One sentence, or NULL. `verdict->cases` are those of `cases`, in the same order. */
const char *case_relation(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena);

#endif
