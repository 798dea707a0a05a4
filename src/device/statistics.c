/* The median of a few values, with a confidence interval. */
#include "device/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_values(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/*
 * How many values each side may lose: the largest k with 2 * P(at most k - 1 of n are lower) <= 1 -
 * confidence. This keeps the ranks k .. n + 1 - k (counted from 1). At least 1.
 */
static size_t lowest_rank(size_t count, double confidence, double *out_confidence)
{
    double probability = ldexp(1, -(int)count), below = probability;
    size_t rank = 1;
    *out_confidence = 1 - 2 * below;
    while (2 * rank < count) {
        probability *= (double)(count - rank + 1) / (double)rank;
        below += probability;
        if (1 - 2 * below < confidence)
            break;
        *out_confidence = 1 - 2 * below;
        rank++;
    }
    return rank;
}

struct statistics_median statistics_median(const double *values, size_t count, double confidence)
{
    double sorted[STATISTICS_VALUES_MAX];
    struct statistics_median result = {0};
    if (count == 0 || count > STATISTICS_VALUES_MAX)
        return result;
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_values);
    size_t rank = lowest_rank(count, confidence, &result.confidence);
    result.median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    result.low = sorted[rank - 1];
    result.high = sorted[count - rank];
    return result;
}

double statistics_spread(const struct statistics_median *median)
{
    return median->median > 0 ? (median->high - median->low) / median->median : INFINITY;
}
