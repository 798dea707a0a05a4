/*
 * The time on the GPU that judged the submission: the parent's side.
 */
#ifndef GRADER_TIME_MEASURED_TIME_MEASURED_H
#define GRADER_TIME_MEASURED_TIME_MEASURED_H

#include "grader/prepare/grading.h"
#include "grader/time/time_failure.h"

/*
 * Fills verdict->time, or its note, if a GPU judged a right kernel. The caller frees the
 * observation in `out_failure->result`. False: cancelled.
 */
bool time_measured(struct grading *grading, struct time_failure *out_failure, struct error *error);

#endif
