/*
 * The stages of one submission that run kernels.
 */
#ifndef GRADER_GRADE_GRADE_H
#define GRADER_GRADE_GRADE_H

#include "grader/prepare/grading.h"

/* So many of the smallest cases run from the unoptimised compile. */
enum { GRADE_DEBUG_CASES = 3 };

/* Completes a verdict that no case has been judged for. */
void grade_end_early(struct grading *grading, enum verdict_status status, const char *message);

/*
 * Runs all cases on the virtual device, then on the GPU if one was requested. False: cancelled, or
 * no worker.
 */
bool grade_run_cases(struct grading *grading, struct error *error);

/* Runs the smallest cases from the unoptimised compile. */
bool grade_run_debug(struct grading *grading, struct error *error);

/*
 * Exercises of the kind `tests`. The learner's file holds cases (`//@ case n=33 m=2`), a checker
 * with its launch plan, or both. It must find each planted wrong kernel and accept the right one. A
 * planted kernel is found if at least one case comes out wrong, or if the checker reports a
 * failure.
 */
bool grade_tests(struct grading *grading, struct error *error);

#endif
