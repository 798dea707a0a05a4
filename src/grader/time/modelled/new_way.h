/*
 * A new way: what the plan or its kernels decide at the timed size as on no case. `when=n < 512` in
 * a plan and `if (n >= 512)` in a kernel are examples. A sample may not show where this leads. So
 * smaller cases run that decide in the same way.
 */
#ifndef GRADER_TIME_MODELLED_NEW_WAY_H
#define GRADER_TIME_MODELLED_NEW_WAY_H

#include "grader/prepare/grading.h"
#include "grader/time/modelled/time_baselines.h"
#include "grader/time/time_failure.h"

/*
 * `job` comes from time_job_begin(), and `learner` from the learner's sample. `out_failure`: a
 * smaller case fails. `out_is_open`: no smaller case shows where the plan's decisions lead. False:
 * cancelled.
 */
bool new_way_try(struct grading *grading, const struct job *job, const struct time_result *learner,
                 const struct time_baselines *baselines, struct time_failure *out_failure, bool *out_is_open,
                 struct error *error);

#endif
