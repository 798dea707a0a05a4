/* Compares the outputs of a case with the expected ones. */
#ifndef GRADER_CASE_CASE_COMPARISON_H
#define GRADER_CASE_CASE_COMPARISON_H

#include <stdbool.h>

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/*
 * Compares every output with the expected one and looks for patterns. Where rounding could explain
 * all that is wrong, the tolerance follows from the terms (case_rounding.h). That costs runs of the
 * reference. `decides`: the verdict can hang on this case alone. Otherwise two such runs are
 * enough, and none is made where the outputs are wrong by 32 tolerances. The buffers hold no device
 * memory before and after.
 */
void case_compare_closely(struct case_buffers *buffers, bool decides, struct case_result *result);

/* The same for outputs of the timed size, by the tolerances of compare_timed_scale(). */
void case_compare_timed(struct case_buffers *buffers, struct case_result *result);

#endif
