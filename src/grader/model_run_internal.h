/*
 * Modelling the time of one case on a device that does not measure it: the learner's plan, the solution's and the
 * reference's, each on a sample of its blocks and on inputs that are made where they are touched.
 */
#ifndef GRADER_MODEL_RUN_INTERNAL_H
#define GRADER_MODEL_RUN_INTERNAL_H

#include "grader/case_buffers_internal.h"
#include "grader/result_internal.h"

/*
 * Fills result->time; `buffers` are not prepared yet. A case that cannot be modelled has a time of status NOT_RECORDED
 * with the reason as its note.
 */
void model_run(struct case_buffers *buffers, struct case_result *result);

#endif
