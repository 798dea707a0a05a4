/*
 * Tolerances: how far an element may be from the expected one.
 *
 * |got - expected| <= absolute + relative * |expected|. NaN and each infinity must match; integers
 * are exact. A tolerance that the exercise gives is used unchanged, for integers too. Otherwise the
 * table of tolerances.def applies, times the square root of the reduction length: independent
 * rounding errors add up like a random walk. The absolute part is scaled to the expected values, so
 * zeros cannot pass for numbers around 1e-6.
 */
#ifndef GRADER_VALUE_TOLERANCE_H
#define GRADER_VALUE_TOLERANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "curriculum/model.h"
#include "plan/parameter.h"

/*
 * For one dtype. `reduction_length` is at least 1; `scale` comes from compare_scale() of the
 * expected values.
 */
struct tolerance tolerance_for(enum dtype dtype, const struct tolerance *given, double reduction_length, double scale);

/* Whether large terms widen it. A tolerance that an exercise gives is a floor; 0 stays exact. */
bool tolerance_follows_terms(const struct tolerance *tolerance);

/*
 * Widened for an element whose terms are larger than those of most: `terms` is about the root of
 * their squares, or their sum.
 */
struct tolerance tolerance_of_terms(struct tolerance tolerance, enum dtype dtype, double reduction_length,
                                    double terms);

/*
 * At the timed size, which no case has. A thread that adds 8192 numbers in sequence was seen 2.1
 * times the tolerance off, so three times passes. Among many millions of elements a few have
 * rounding errors that no case shows. So one in 10 000 may be off by up to eight times.
 */
#define TOLERANCE_ORDER_FACTOR 3.0
#define TOLERANCE_EXTREME_FACTOR 8.0
enum { TOLERANCE_EXTREME_SHARE = 10000 };

/*
 * A case has such elements too: of thousands of sums, one that cancels may have a rounding error
 * that the terms show too small. That one, or one in 10 000, may be off by three times.
 */
enum { TOLERANCE_EXTREMES_FROM = 1000 };
/* How many of so many elements may be; 0: too few elements for one. */
uint64_t tolerance_extremes(uint64_t count);

struct tolerance tolerance_widened(struct tolerance tolerance, double factor);

bool tolerance_accepts(const struct tolerance *tolerance, enum dtype dtype, uint64_t got, uint64_t expected);

#endif
