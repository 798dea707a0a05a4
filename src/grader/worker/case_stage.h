/*
 * At which launch of a plan of many the numbers go wrong.
 *
 * A scratch buffer of the learner's plan that has the name and the size of one in the reference's plan is held against
 * it, as either is behind the first launch that names it. So the reference says by its names which steps a learner's
 * plan is likely to have; what it leaves unwritten, or writes as NaN, is not looked at.
 */
#ifndef GRADER_WORKER_CASE_STAGE_H
#define GRADER_WORKER_CASE_STAGE_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/* Runs both plans again on the virtual device where an output of a small case is wrong and both have scratch. Fills
 * result->stages. The buffers hold no device memory before and after, and on the host what they held. */
void case_stage(struct case_buffers *buffers, struct case_result *result);

#endif
