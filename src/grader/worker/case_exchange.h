/*
 * What explains a wrong result that fits no other pattern: two buffers or numbers, the halves of each row, or row and
 * column of an index, in each other's place.
 *
 * Outputs are held against what is expected in the others; inputs are exchanged and the reference is run on them. On
 * the virtual device, in small cases, a few times.
 */
#ifndef GRADER_WORKER_CASE_EXCHANGE_H
#define GRADER_WORKER_CASE_EXCHANGE_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/* Replaces the pattern of the first wrong output where an exchange explains it. The buffers hold no device memory
 * before and after, and on the host what they held. */
void case_exchange(struct case_buffers *buffers, struct case_result *result);

#endif
