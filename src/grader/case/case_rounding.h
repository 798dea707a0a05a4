/*
 * How large the terms are that an output is made of.
 *
 * Where terms cancel, an output is small and its rounding error is not. So a tolerance must follow
 * from the terms. The reference runs on inputs that are each moved by a small random share. An
 * output moves by that share of the root of its squared terms, whatever is computed.
 */
#ifndef GRADER_CASE_CASE_ROUNDING_H
#define GRADER_CASE_CASE_ROUNDING_H

#include "grader/case/case_buffers.h"

enum { CASE_ROUNDING_RUNS = 4 };

/*
 * Sets `scale` of each output's buffer on each device: the median over its elements of the largest
 * movement in four runs, divided by the share. 0 for integers and unmoved outputs. The buffers hold
 * the reference's outputs, no device memory, and are the same afterwards. False: the reference did
 * not run.
 */
bool case_rounding_scales(struct case_buffers *buffers, struct error *error);

#endif
