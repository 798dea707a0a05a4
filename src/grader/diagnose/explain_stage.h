/*
 * At which launch of a plan of many the numbers go wrong, in a sentence.
 */
#ifndef GRADER_DIAGNOSE_EXPLAIN_STAGE_H
#define GRADER_DIAGNOSE_EXPLAIN_STAGE_H

#include "base/arena.h"
#include "grader/wire/result.h"

/* NULL where nothing between the launches was held against the reference (grader/worker/case_stage.h). */
const char *explain_stage(struct arena *arena, const struct case_result *result);

/* The line of the launch that goes wrong first; 0: none is known. */
int explain_stage_line(const struct case_result *result);

#endif
