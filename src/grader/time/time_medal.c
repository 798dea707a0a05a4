/* Medals, and the time below which no GPU can be. */
#include "grader/time/time_medal.h"

#include <math.h>
#include <string.h>

/*
 * Matrix units multiply f16 about sixteen times as fast as FP32 units (H100 datasheet: 989 and 67
 * TFLOP/s).
 */
#define MATRIX_SPEEDUP 16

enum medal time_medal(const struct targets *targets, double ratio)
{
    if (!targets->of || !(ratio > 0))
        return MEDAL_NONE;
    if (ratio >= targets->gold)
        return MEDAL_GOLD;
    if (ratio >= targets->silver)
        return MEDAL_SILVER;
    return ratio >= targets->bronze ? MEDAL_BRONZE : MEDAL_NONE;
}

double time_ratio(const struct targets *targets, const struct time_verdict *time)
{
    if (!targets->of)
        return 0;
    return strcmp(targets->of, "roofline") ? time->ratio_to_solution : time->roofline_percent / 100;
}

double time_least_ns(const struct time_limits *limits)
{
    double bytes = fmax(limits->bytes - limits->l2_bytes, 0), least_ns = 0;
    if (limits->bytes_per_second > 0)
        least_ns = bytes / limits->bytes_per_second * 1e9;
    if (limits->flops_per_second > 0)
        least_ns = fmax(least_ns, limits->flops / (MATRIX_SPEEDUP * limits->flops_per_second) * 1e9);
    return least_ns;
}
