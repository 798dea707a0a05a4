/* Medals, and the fastest possible time. Measured and modelled times share them. */
#ifndef GRADER_TIME_TIME_MEDAL_H
#define GRADER_TIME_TIME_MEDAL_H

#include "curriculum/model.h"
#include "grader/verdict.h"

/* `ratio`: to the solution's speed or to the roofline, as the exercise says; 0: unknown. */
enum medal time_medal(const struct targets *targets, double ratio);

/* The ratio that decides the exercise's medal. */
double time_ratio(const struct targets *targets, const struct time_verdict *time);

struct time_limits {
    double bytes, flops;                       /* the minimum that the problem needs */
    double l2_bytes;                           /* this part may stay in the L2 */
    double bytes_per_second, flops_per_second; /* of the datasheet; 0 unknown */
};

/* The time below which no GPU with these limits can be; 0: unknown. */
double time_least_ns(const struct time_limits *limits);

#endif
