/*
 * Compares every element of large outputs, in pieces, so that no second copy of them is needed.
 *
 * Tolerances are those of the timed size (value/tolerance.h).
 */
#ifndef GRADER_TIME_FULL_FULL_COMPARE_H
#define GRADER_TIME_FULL_FULL_COMPARE_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/* The devices hold the reference's outputs, and `got` the learner's. Fills result->buffers. */
bool full_compare(struct case_buffers *buffers, struct case_result *result, struct error *error);

#endif
