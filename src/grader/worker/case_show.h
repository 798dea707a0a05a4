/* Shows a learner the elements of a case's buffers. */
#ifndef GRADER_WORKER_CASE_SHOW_H
#define GRADER_WORKER_CASE_SHOW_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/* Fills result->shown after the case has run. */
void case_show(struct case_buffers *buffers, struct case_result *result);

#endif
