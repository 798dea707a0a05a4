/*
 * The time on a modelled GPU: the parent's side.
 */
#ifndef GRADER_TIME_MODELLED_TIME_MODELLED_H
#define GRADER_TIME_MODELLED_TIME_MODELLED_H

#include "grader/prepare/grading.h"
#include "grader/time/modelled/time_baselines.h"
#include "grader/time/time_failure.h"

/*
 * Fills verdict->time, or its note, if the virtual device judged a right kernel. False: cancelled.
 */
bool time_modelled(struct grading *grading, struct time_failure *out_failure, struct error *error);

/*
 * The medal of a time at the size of `job`, which time_job_begin() gave. The model's error counts
 * against it.
 */
enum medal time_modelled_medal(struct grading *grading, const struct job *job, const struct time_result *learner,
                               const struct time_baselines *baselines);

#endif
