/*
 * Finds the learner's line that made a NaN or an infinity in an output.
 */
#ifndef GRADER_WORKER_CASE_ORIGIN_H
#define GRADER_WORKER_CASE_ORIGIN_H

#include "grader/worker/case_work.h"

/*
 * For a small case on one device, with such an element and without findings. Runs the learner's
 * plan again on the virtual device, with a watch. Fills result->nan and result->infinity. A budget
 * of instructions limits the cost, not a clock, so verdicts are reproducible.
 */
void case_origin(struct case_buffers *buffers, struct case_work *work, struct case_result *result);

#endif
