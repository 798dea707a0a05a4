/* Compares the outputs of a case with the expected ones. */
#ifndef GRADER_CASE_CASE_COMPARISON_H
#define GRADER_CASE_CASE_COMPARISON_H

#include <stdbool.h>

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"
#include "plan/execution.h"

/*
 * Compares every output with the expected one and looks for patterns. Where rounding could explain
 * all that is wrong, the tolerance follows from the terms (case_rounding.h). The buffers hold no
 * device memory before and after.
 */
void case_compare_closely(struct case_buffers *buffers, struct case_result *result);

/* The same for outputs of the timed size, by the tolerances of compare_timed_scale(). */
void case_compare_timed(struct case_buffers *buffers, struct case_result *result);

/*
 * The exercise's checker kernel judges instead. Its plan sees the case's parameters with the
 * learner's outputs, and the buffer `failures` u32[2], which starts as {0, 0xffffffff}. The kernel
 * counts wrong elements in the first word and keeps their lowest index in the second.
 */
bool case_check(struct case_buffers *buffers, struct case_result *result, struct error *error);

/* The buffer `failures` as an argument of the checker's plan. `address` must outlive it. */
struct plan_argument case_failures_argument(struct arena *arena, device_address *address);

#endif
