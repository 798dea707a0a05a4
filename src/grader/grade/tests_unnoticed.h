/*
 * Exercises of the kind `tests`: what a planted kernel that the learner's file let through does wrong.
 */
#ifndef GRADER_GRADE_TESTS_UNNOTICED_H
#define GRADER_GRADE_TESTS_UNNOTICED_H

#include "grader/prepare/grading.h"

/*
 * The first element that program 0 of `job` writes otherwise than the reference, in the job's cases, with what the
 * inputs hold there: " In case n = 16 at element 2, where got is -1 and expected is 1, close is 1 instead of 0." A
 * sentence that says so where it writes the same in all of them. Lives in the verdict's arena; "" if nobody knows.
 */
const char *tests_unnoticed(struct grading *grading, const struct job *job);

#endif
