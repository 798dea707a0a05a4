/* The exercise's own kernel that judges the outputs of a case. */
#ifndef GRADER_CASE_CASE_CHECKER_H
#define GRADER_CASE_CASE_CHECKER_H

#include <stdbool.h>

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"
#include "plan/execution.h"

/*
 * The exercise's checker kernel judges instead of a comparison. Its plan sees the case's parameters
 * with the learner's outputs, and the buffer `failures` u32[2], which starts as {0, 0xffffffff}.
 * The kernel counts wrong elements in the first word and keeps their lowest index in the second.
 */
bool case_check(struct case_buffers *buffers, struct case_result *result, struct error *error);

/* The buffer `failures` as an argument of the checker's plan. `address` must outlive it. */
struct plan_argument case_failures_argument(struct arena *arena, device_address *address);

#endif
