/*
 * The whole launch at the timed size, as one large case: the worker's side of `full`.
 *
 * The learner's plan runs under all checks and is counted. Where its module keeps values, in
 * variables or on the heap, it runs a second time in the same module, on other inputs. Then the
 * job's reference runs, and every element is compared.
 */
#ifndef GRADER_TIME_FULL_FULL_RUN_H
#define GRADER_TIME_FULL_FULL_RUN_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/* The counters in the observation are those of one run. */
void full_run(struct case_buffers *buffers, struct case_result *result);

#endif
