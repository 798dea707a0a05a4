/*
 * Medians and their confidence, without assumptions about the distribution.
 */
#ifndef DEVICE_STATISTICS_H
#define DEVICE_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

struct statistics_median {
    double median, low, high;
    double confidence; /* that the interval holds the true median; lower than requested for too few values */
};

enum { STATISTICS_VALUES_MAX = 1024 };

/*
 * The median of 1 to STATISTICS_VALUES_MAX values, with an interval from order statistics. The
 * interval is the narrowest pair, symmetric in rank, that contains the median with at least the
 * wanted probability. The binomial distribution with p = 1/2 gives it (Conover, Practical
 * Nonparametric Statistics). With fewer than 6 values no pair reaches 95 %, and the interval is
 * from the least to the greatest. `values` are unchanged.
 */
struct statistics_median statistics_median(const double *values, size_t count, double confidence);

/* The interval's width relative to the median; infinite if the median is not positive. */
double statistics_spread(const struct statistics_median *median);

#endif
