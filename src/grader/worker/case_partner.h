/*
 * Finds the element that a product multiplies by the wrong partner. c[0][0] takes a[0][1] * b[8][0]
 * instead of a[0][1] * b[1][0].
 *
 * Both elements have the right influence by themselves, so that a search for one of them finds
 * nothing. Together they move the output by more than alone.
 */
#ifndef GRADER_WORKER_CASE_PARTNER_H
#define GRADER_WORKER_CASE_PARTNER_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/* An element of an output, with its two values, and how many runs may look for its inputs. */
struct case_partner_request {
    struct case_buffers *buffers;
    struct case_parameter *output;
    uint64_t index;
    double got, expected;
    double rounding; /* of a number of the output's type, as a share */
};

/* Fills in the influence, if such a pair is found. `runs_left` becomes less. */
void case_partner_find(const struct case_partner_request *request, int *runs_left,
                       struct input_influence *out_influence);

#endif
