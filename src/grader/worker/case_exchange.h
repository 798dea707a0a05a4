/*
 * Explains a wrong result that fits no other pattern. Two buffers or numbers are exchanged, or the
 * row and column of an index.
 *
 * Outputs are compared with the expected contents of other outputs. Inputs are exchanged and the
 * reference runs on them. Only on the virtual device, in small cases, and a few times.
 */
#ifndef GRADER_WORKER_CASE_EXCHANGE_H
#define GRADER_WORKER_CASE_EXCHANGE_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"
#include "grader/worker/case_work.h"

/*
 * Replaces the pattern of the first wrong output if an exchange explains it. The buffers have no
 * device memory before and after, and their host copies stay.
 */
void case_exchange(struct case_buffers *buffers, struct case_work *work, struct case_result *result);

#endif
