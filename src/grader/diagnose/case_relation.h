/*
 * Finds a size that separates failing cases from right ones. Example: "Right where cols is a
 * multiple of 4, wrong where it is not." Typical causes: a missing tail, a row longer than a block,
 * a second block.
 */
#ifndef GRADER_DIAGNOSE_CASE_RELATION_H
#define GRADER_DIAGNOSE_CASE_RELATION_H

#include "base/arena.h"
#include "grader/prepare/cases.h"
#include "grader/verdict.h"

/* One sentence, or NULL. `verdict->cases` are the cases of `cases`, in the same order. */
const char *case_relation(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena);

#endif
