/*
 * One case on a device that models time: runs a sample of the learner's blocks, on inputs that are
 * made when touched. It gives a time, and with `sample_values` a comparison with the reference.
 */
#ifndef GRADER_TIME_MODELLED_MODEL_RUN_H
#define GRADER_TIME_MODELLED_MODEL_RUN_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/*
 * Fills result->time; `buffers` are not yet prepared. The status is NOT_RECORDED if the case cannot
 * be modelled, WRONG if values differ, and STOPPED for a fault that a whole run has too. The note
 * has the reason.
 */
void model_run(struct case_buffers *buffers, struct case_result *result);

#endif
