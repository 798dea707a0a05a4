/*
 * How large the terms are that an output is made of.
 *
 * Where terms cancel, an output is small and its rounding error is not. So a tolerance must follow
 * from the terms. The reference runs on inputs that are each moved by a small random share. An
 * output moves by that share of the root of its squared terms, for any computation.
 */
#ifndef GRADER_CASE_CASE_ROUNDING_H
#define GRADER_CASE_CASE_ROUNDING_H

#include "grader/case/case_buffers.h"

/* Runs that are made in any case, with the help of luck, and where the verdict is known. */
enum { CASE_ROUNDING_RUNS = 4, CASE_ROUNDING_RUNS_MOST = 8, CASE_ROUNDING_RUNS_FEW = 2 };

/* By parameter, the inputs and the reference's outputs, in the arena. */
struct case_rounding;

/* The buffers hold the reference's outputs and no device memory, here and below. */
struct case_rounding *case_rounding_begin(struct case_buffers *buffers);

/*
 * Where a formula cancels inside, moved inputs do not show its terms: 1 + erf(x) is the same for
 * all x below -6. The exercise's kernel for terms then says how large they are, by element. Without
 * one this does nothing. The buffers are the same afterwards but for `terms`. False: the kernel
 * did not run.
 */
bool case_rounding_terms(const struct case_rounding *kept, struct case_buffers *buffers, struct error *error);

/*
 * One run of the reference on moved inputs: each output's movement, divided by the share. It is 0
 * for integers and unmoved outputs. `number` differs from run to run; `terms` keeps the largest.
 */
bool case_rounding_move(const struct case_rounding *kept, struct case_buffers *buffers, int number,
                        struct error *error);

#endif
