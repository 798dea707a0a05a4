/*
 * What measuring and modelling a time have in common: the job of one case at the size that is timed, the solution that
 * medals are measured by, and what the problem needs at that size.
 */
#ifndef GRADER_TIME_TIME_JOB_H
#define GRADER_TIME_TIME_JOB_H

#include "grader/prepare/grading.h"

/* The submission's job with the bench case alone, the learner's program in place if it was compiled, and room for more
 * programs. */
bool time_job_begin(struct grading *grading, uint32_t deadline_ms, struct job *out_job, struct error *error);

/* The solution as a program of that role. False: there is none, or it does not compile. */
bool time_job_solution(struct grading *grading, enum job_role role, struct job_program *out_program);

void time_job_add(struct job *job, const struct job_program *program);

/* An expression over the case's values; never below 0, and 0 where there is none. */
double time_job_evaluate(const struct expression *expression, const struct job_case *given);

#endif
