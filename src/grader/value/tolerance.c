/* Tolerances by element type, reduction length and size of the expected values. */
#include "grader/value/tolerance.h"

#include <math.h>
#include <stddef.h>

#include "grader/value/number.h"

struct tolerance_row {
    double absolute, relative, relative_limit;
};

static const struct tolerance_row *tolerance_row(enum dtype dtype)
{
    static const struct tolerance_row rows[DTYPE_COUNT] = {
#define TOLERANCE(id, absolute, relative, limit) [DTYPE_##id] = {absolute, relative, limit},
#include "grader/tolerances.def"
#undef TOLERANCE
    };
    return &rows[dtype];
}

/*
 * Formulas cancel, for example 1 + erf(x). So an element may have the error of one that is a few
 * times the median.
 */
enum { CANCELLATION = 8 };

/*
 * Without a reduction, large values never widen the absolute part. Small values always narrow it.
 */
static double absolute_scale(double reduction_length, double scale)
{
    if (!(scale > 0) || !isfinite(scale))
        return 1.0;
    return reduction_length > 1 ? scale : fmin(CANCELLATION * scale, 1.0);
}

/* The absolute part for terms of size 1: n rounding errors add up like a random walk. */
static double absolute_unit(const struct tolerance_row *row, double length)
{
    return fmin(row->absolute * fmax(1, sqrt(length) / 8), row->relative_limit);
}

static double length_of(double reduction_length)
{
    return isfinite(reduction_length) && reduction_length > 1 ? reduction_length : 1;
}

struct tolerance tolerance_for(enum dtype dtype, const struct tolerance *given, double reduction_length, double scale)
{
    if (given && given->given)
        return *given;
    const struct tolerance_row *row = tolerance_row(dtype);
    double length = length_of(reduction_length);
    return (struct tolerance){
        .given = false,
        .absolute = absolute_unit(row, length) * absolute_scale(length, scale),
        .relative = fmin(row->relative * sqrt(length), row->relative_limit),
    };
}

bool tolerance_follows_terms(const struct tolerance *tolerance)
{
    return !tolerance->given || tolerance->absolute > 0;
}

struct tolerance tolerance_of_terms(struct tolerance tolerance, enum dtype dtype, double reduction_length, double terms)
{
    if (tolerance_follows_terms(&tolerance) && isfinite(terms))
        tolerance.absolute =
            fmax(tolerance.absolute, absolute_unit(tolerance_row(dtype), length_of(reduction_length)) * terms);
    return tolerance;
}

uint64_t tolerance_extremes(uint64_t count)
{
    uint64_t share = count / TOLERANCE_EXTREME_SHARE;
    return count < TOLERANCE_EXTREMES_FROM ? 0 : share ? share : 1;
}

struct tolerance tolerance_widened(struct tolerance tolerance, double factor)
{
    tolerance.absolute *= factor;
    tolerance.relative *= factor;
    return tolerance;
}

bool tolerance_accepts(const struct tolerance *tolerance, enum dtype dtype, uint64_t got, uint64_t expected)
{
    if (got == expected)
        return true;
    if (dtype_kind(dtype) != DTYPE_KIND_FLOAT && !tolerance->given)
        return false;
    double have = number_decode(dtype, got), want = number_decode(dtype, expected);
    if (isnan(have) || isnan(want))
        return isnan(have) && isnan(want);
    if (isinf(have) || isinf(want))
        return have == want;
    return fabs(have - want) <= tolerance->absolute + tolerance->relative * fabs(want);
}
