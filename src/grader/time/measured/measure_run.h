/*
 * Times one case on a device that measures time: the learner's plan next to the solution or the
 * reference. Every run has new inputs, a cold L2 and fresh module variables, and every run of the
 * learner is checked.
 *
 * measure_inputs.h makes the inputs of a run. The device compares the learner's outputs with the
 * reference's, which are wiped before the learner's next run. One more launch, without a fresh
 * module and without a clock, reveals kernels that depend on an earlier launch.
 *
 * A case without `compare` is timed alone: nothing runs next to it, and nothing is checked.
 */
#ifndef GRADER_TIME_MEASURED_MEASURE_RUN_H
#define GRADER_TIME_MEASURED_MEASURE_RUN_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/*
 * Fills result->time, or its outcome and buffers if the learner's plan failed. False: an internal
 * error, or one of the course's kernels failed.
 */
bool measure_run(struct case_buffers *buffers, struct case_result *result, struct error *error);

#endif
