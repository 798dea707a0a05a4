/*
 * The judge: computes the status from the results of the cases and the timed run.
 */
#ifndef GRADER_GRADE_JUDGE_H
#define GRADER_GRADE_JUDGE_H

#include "grader/prepare/grading.h"
#include "grader/time/time_failure.h"

/* Whether a case ran to its end and is wrong or unsafe, so that registers decide nothing. */
bool judge_sees_mistake(const struct grading *grading);

/*
 * Whether every case and the run of -G ended, safe and right. What follows can then judge only how
 * the kernel is built and how fast it is.
 */
bool judge_knows_right(const struct grading *grading);

/* Turns the records into the verdict. False: a reference or generator failed. */
bool judge_cases(struct grading *grading, struct error *error);

/*
 * Judges the timed run of a right kernel: its failure, or a speed that the exercise does not
 * accept.
 */
void judge_time(struct grading *grading, const struct time_failure *failure);

#endif
