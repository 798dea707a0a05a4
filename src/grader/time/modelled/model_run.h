/*
 * One case on a device that models time: the learner's plan, on a sample of its blocks and on inputs that are made
 * where they are touched. Either what it would take, or, where the case says `sample_values`, whether the sample writes
 * what the reference's writes.
 */
#ifndef GRADER_TIME_MODELLED_MODEL_RUN_H
#define GRADER_TIME_MODELLED_MODEL_RUN_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/*
 * Fills result->time; `buffers` are not prepared yet. A case that cannot be modelled has a time of status NOT_RECORDED
 * with the reason as its note; values that differ make it WRONG, and a fault that a whole run has too STOPPED; the note
 * says where.
 */
void model_run(struct case_buffers *buffers, struct case_result *result);

#endif
