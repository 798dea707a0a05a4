/*
 * Shared by measured and modelled times. It has the job of one case at the timed size, the solution
 * for medals, and the work that the problem needs.
 */
#ifndef GRADER_TIME_TIME_JOB_H
#define GRADER_TIME_TIME_JOB_H

#include "grader/prepare/grading.h"

/*
 * The submission's job with the bench case alone and room for more programs. The learner's program
 * is in place if it was compiled.
 */
bool time_job_begin(struct grading *grading, uint32_t deadline_ms, struct job *out_job, struct error *error);

/* The solution as a program of that role. False: the exercise has none, or it does not compile. */
bool time_job_solution(struct grading *grading, enum job_role role, struct job_program *out_program);

/* The same for a file of solutions/. NULL: there is none. */
bool time_job_shipped(struct grading *grading, enum job_role role, const char *relative,
                      struct job_program *out_program);

void time_job_add(struct job *job, const struct job_program *program);

/* The value of an expression in a case; never below 0. NULL gives 0. */
double time_job_evaluate(const struct expression *expression, const struct job_case *given);

#endif
