/*
 * Finds the launch of a plan after which the numbers are wrong.
 *
 * A scratch buffer of the learner's plan is compared with one of the reference's plan, after each
 * launch that writes it. Name and size must agree. If as many launches of both plans name the
 * buffer, each launch is compared with its counterpart. The reference's names therefore suggest the
 * likely steps. Elements that the reference leaves unwritten or writes as NaN are skipped.
 */
#ifndef GRADER_WORKER_CASE_STAGE_H
#define GRADER_WORKER_CASE_STAGE_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/*
 * Runs both plans again on the virtual device if an output of a small case is wrong and both have
 * scratch. Fills result->stages. The buffers have no device memory before and after, and their host
 * copies stay.
 */
void case_stage(struct case_buffers *buffers, struct case_result *result);

#endif
