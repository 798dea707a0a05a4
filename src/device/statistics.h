/*
 * Medians and how sure they are, without assuming how the values are distributed.
 */
#ifndef DEVICE_STATISTICS_H
#define DEVICE_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

struct statistics_median {
    double median, low, high;
    double confidence; /* that the interval holds the true median; less than asked for where values are too few */
};

enum { STATISTICS_VALUES_MAX = 1024 };

/*
 * The median of 1 to STATISTICS_VALUES_MAX values with an interval from order statistics: the narrowest pair, symmetric
 * in rank, between which the median lies with at least the wanted probability, by the binomial distribution with
 * p = 1/2 (Conover, Practical Nonparametric Statistics, "Confidence interval for a quantile"). With fewer than 6 values
 * no pair reaches 95 %: the interval is then from the least to the greatest. `values` stay as they are.
 */
struct statistics_median statistics_median(const double *values, size_t count, double confidence);

/* Width of the interval relative to the median; infinite where the median is not positive. */
double statistics_spread(const struct statistics_median *median);

#endif
