/*
 * Exercises of the kind `tests`: describes a planted kernel that the learner's file did not catch.
 */
#ifndef GRADER_GRADE_TESTS_UNNOTICED_H
#define GRADER_GRADE_TESTS_UNNOTICED_H

#include "grader/prepare/grading.h"

/*
 * Returns the first element of program 0 of `job` that differs from the reference, with the inputs
 * there: " In case n = 16 at element 2, where got is -1 and expected is 1, close is 1 instead of
 * 0." If all elements agree in the job's cases, a sentence says so. "" if the run failed. Allocated
 * in the verdict's arena.
 */
const char *tests_unnoticed(struct grading *grading, const struct job *job);

#endif
