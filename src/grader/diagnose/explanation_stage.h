/*
 * The launch after which the numbers are wrong, in a sentence.
 */
#ifndef GRADER_DIAGNOSE_EXPLANATION_STAGE_H
#define GRADER_DIAGNOSE_EXPLANATION_STAGE_H

#include "base/arena.h"
#include "grader/wire/result.h"

/*
 * NULL if no buffer between the launches was compared with the reference
 * (grader/worker/case_stage.h).
 */
const char *explain_stage(struct arena *arena, const struct case_result *result);

/* The line of that launch; 0: unknown. */
int explain_stage_line(const struct case_result *result);

#endif
