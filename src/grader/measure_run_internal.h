/*
 * Timing one case on a device that measures time: the learner's plan beside the solution's (or the reference's), every
 * run with other inputs, a cold L2 and module variables as loaded, and every run of the learner's checked.
 *
 * Inputs stay on the device as pristine copies. Those that are drawn element by element are turned by a random number
 * of elements for each run, which keeps their distribution; structured ones are copied as they are. What the learner
 * left is compared on the device with what the reference makes of the same inputs, which is wiped before the learner's
 * next run.
 */
#ifndef GRADER_MEASURE_RUN_INTERNAL_H
#define GRADER_MEASURE_RUN_INTERNAL_H

#include "grader/case_buffers_internal.h"
#include "grader/result_internal.h"

/*
 * Fills result->time, or its outcome and buffers where the learner's plan failed. False: an error of ours, or one of
 * the course's kernels failed.
 */
bool measure_run(struct case_buffers *buffers, struct case_result *result, struct error *error);

#endif
