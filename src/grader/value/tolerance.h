/*
 * Tolerances: how far an element may lie from the expected one.
 *
 * |got - expected| <= absolute + relative * |expected|; NaN and each infinity must match; integers are exact. What the
 * exercise gives is used as it stands, for integers too. Otherwise the table of tolerances.def applies, widened by the
 * square root of the reduction length (rounding errors of independent sign add up as a random walk), and the absolute
 * part is held against the size of the expected values, so that a buffer of numbers around 1e-6 cannot be answered with
 * zeros.
 */
#ifndef GRADER_VALUE_TOLERANCE_H
#define GRADER_VALUE_TOLERANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "curriculum/model.h"
#include "plan/parameter.h"

/* For one dtype. `reduction_length` is at least 1; `scale` is what compare_scale() says of the expected values. */
struct tolerance tolerance_for(enum dtype dtype, const struct tolerance *given, double reduction_length, double scale);

/* Why the default is what it is, for help texts. */
const char *tolerance_help(enum dtype dtype);

/*
 * At the size that is timed, which no case has. A thread that adds 8192 numbers one after the other was seen 2.1 times
 * the tolerance off: three times is accepted. Of many millions of elements some have a rounding error that no case
 * would ever show: one in 10 000 may be off by up to eight times.
 */
#define TOLERANCE_ORDER_FACTOR 3.0
#define TOLERANCE_EXTREME_FACTOR 8.0
enum { TOLERANCE_EXTREME_SHARE = 10000 };

struct tolerance tolerance_widened(struct tolerance tolerance, double factor);

bool tolerance_accepts(const struct tolerance *tolerance, enum dtype dtype, uint64_t got, uint64_t expected);

#endif
