/*
 * The stages of one submission that run kernels, and the order in which they follow each other.
 */
#ifndef GRADER_GRADE_GRADE_H
#define GRADER_GRADE_GRADE_H

#include "grader/prepare/grading.h"

/* Runs all cases on the virtual device, then on the GPU where that was asked for. False: cancelled, or no worker. */
bool grade_run_cases(struct grading *grading, struct error *error);

/* Runs the smallest cases from the unoptimised compile. */
bool grade_run_debug(struct grading *grading, struct error *error);

/*
 * Exercises of the kind `tests`: the learner's file is judged by whether it tells the planted wrong kernels from the
 * right one. It holds cases (`//@ case n=33 m=2`), for which every planted kernel must come out wrong in at least one,
 * or a checker with its launch plan, which must find something in what each planted kernel writes and nothing in what
 * the reference writes; or both.
 */
bool grade_tests(struct grading *grading, struct error *error);

#endif
