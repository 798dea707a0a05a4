/*
 * Timing one case on a device that measures time: the learner's plan beside the solution's (or the reference's), every
 * run with other inputs, a cold L2 and module variables as loaded, and every run of the learner's checked.
 *
 * Where a run's inputs come from is told in measure_inputs.h. What the learner left is compared on the device
 * with what the reference makes of the same inputs, which is wiped before the learner's next run. One more launch,
 * without a fresh module and without a clock, shows kernels that depend on what an earlier launch left.
 */
#ifndef GRADER_TIME_MEASURED_MEASURE_RUN_H
#define GRADER_TIME_MEASURED_MEASURE_RUN_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/*
 * Fills result->time, or its outcome and buffers where the learner's plan failed. False: an error of ours, or one of
 * the course's kernels failed.
 */
bool measure_run(struct case_buffers *buffers, struct case_result *result, struct error *error);

#endif
