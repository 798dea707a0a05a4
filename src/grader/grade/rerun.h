/*
 * Runs small cases of a wrong submission again, with another program for the learner's or for the
 * reference. Failing cases come first, because most other programs end there.
 */
#ifndef GRADER_GRADE_RERUN_H
#define GRADER_GRADE_RERUN_H

#include "grader/prepare/grading.h"

enum { RERUN_CASES_MOST = 16 };

struct rerun {
    struct grading *grading;
    size_t chosen[RERUN_CASES_MOST];
    size_t count, failing_count;
    uint64_t work;
    struct job job;
    struct case_result *results[RERUN_CASES_MOST]; /* of the last run, by place in `chosen` */
};

/* Chooses the cases. False: they prove nothing, or the kernel is not finished. */
bool rerun_begin(struct rerun *rerun, struct grading *grading);

/* Whether many runs of the cases take longer than a learner should wait. */
bool rerun_is_costly(const struct rerun *rerun);

/*
 * Whether both programs give the same values in all chosen cases, within the tolerance. NULL: the
 * submission's own.
 */
bool rerun_agrees(struct rerun *rerun, const struct job_program *learner, const struct job_program *reference);

/* The same of the larger cases, which were not chosen. A program that agreed runs there once. */
bool rerun_rest_agrees(const struct rerun *rerun, const struct job_program *learner,
                       const struct job_program *reference);

/*
 * Whether a program is wrong in the failing cases as the learner's kernel is. A change too small
 * for the tolerance would agree with kernels that are wrong by little for another reason.
 */
bool rerun_is_as_wrong(struct rerun *rerun, const struct job_program *learner);

#endif
