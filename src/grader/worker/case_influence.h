/*
 * Finds an element of an input that a wrong output takes in another way than the reference's does.
 * It takes the element not at all, or although it must not; it takes it twice, or with the wrong
 * sign.
 *
 * Both plans run again on inputs of which a part is changed. If the output changes by another
 * amount than the reference's, the part is halved, down to one element. That is exact for sums and
 * products, and says little about other functions. So only the four kinds are told. Two parts may
 * also have more influence together than by themselves.
 *
 * With several ranks, the whole input of one rank is changed at a time. The output may take nothing
 * of a rank. Or it takes every rank's part as often as there are ranks, or as rarely.
 */
#ifndef GRADER_WORKER_CASE_INFLUENCE_H
#define GRADER_WORKER_CASE_INFLUENCE_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"
#include "grader/worker/case_work.h"

/*
 * Fills result->influence for the first wrong element, in a small case that no pattern and no stage
 * explains. All cases of a job share a number of instructions. The buffers have no device memory
 * before and after, and their host copies stay.
 */
void case_influence(struct case_buffers *buffers, struct case_work *work, struct case_result *result);

#endif
