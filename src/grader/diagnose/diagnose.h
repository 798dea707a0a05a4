/*
 * What is most worth saying about a submission: the failing case that says most, the sentence about it, the line and
 * the lesson. The judge has set the status before.
 */
#ifndef GRADER_DIAGNOSE_DIAGNOSE_H
#define GRADER_DIAGNOSE_DIAGNOSE_H

#include "grader/prepare/grading.h"
#include "grader/time/time_failure.h"

/* Of a submission that ends before its cases are judged. `message`: what is known; "" where the diagnostics say it. */
void diagnose_early(struct grading *grading, const char *message);

/* `stopped`: the record of the first case that did not run to its end; NULL: all did. */
void diagnose_cases(struct grading *grading, const struct case_record *stopped);

/* Of a kernel that is right on every case and fails at the size that is timed. */
void diagnose_timed(struct grading *grading, const struct time_failure *failure);

#endif
