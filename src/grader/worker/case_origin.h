/*
 * Which line of the learner's made the NaN or the infinity that an output has where a number belongs.
 */
#ifndef GRADER_WORKER_CASE_ORIGIN_H
#define GRADER_WORKER_CASE_ORIGIN_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/*
 * Runs the learner's plan again on the virtual device, watched, where a case of one device has such an element and is
 * small. Fills result->nan and result->infinity. What it costs is bounded by instructions, not by the clock, so that a
 * verdict stays the same.
 */
void case_origin(struct case_buffers *buffers, struct case_result *result);

#endif
