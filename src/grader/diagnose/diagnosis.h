/*
 * Chooses the most informative failing case of a submission, and the sentence, line and lesson
 * about it. The judge has set the status before.
 */
#ifndef GRADER_DIAGNOSE_DIAGNOSIS_H
#define GRADER_DIAGNOSE_DIAGNOSIS_H

#include "grader/prepare/grading.h"
#include "grader/time/time_failure.h"

/*
 * For a submission that ends before its cases are judged. `message`: the known reason; "" if the
 * diagnostics have it.
 */
void diagnose_early(struct grading *grading, const char *message);

/* `stopped`: the record of the first case that did not run to its end; NULL: all did. */
void diagnose_cases(struct grading *grading, const struct case_record *stopped);

/*
 * Whether the sentence about a wrong result would give its numbers alone. Then no part of the
 * starter is open, the source shows no cause, and no pattern explains the values.
 */
bool diagnose_lacks_cause(struct grading *grading);

/* For a kernel that is right on every case and fails at the timed size. */
void diagnose_timed(struct grading *grading, const struct time_failure *failure);

/* For a right kernel that misses a gate on its time. */
void diagnose_gates(struct grading *grading);

/* For a right kernel that is slower than the exercise demands: put before its sentence. */
void diagnose_slow(struct grading *grading);

/* For a learner's own checker that is unsafe: the status and the sentence. */
void diagnose_checker(struct grading *grading, const struct observation *unsafe, const char *case_name);

#endif
