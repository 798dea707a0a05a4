/* An estimate in words: the names of its limits, and the sentence about the limiter. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "timing/time_model.h"

struct limit_row {
    const char *name, *meaning, *advice;
};
static const struct limit_row limits[TIME_LIMIT_COUNT] = {
#define TIME_LIMIT(id, name, meaning, advice) [TIME_LIMIT_##id] = {name, meaning, advice},
#include "timing/time_limits.def"
#undef TIME_LIMIT
};

const char *time_limit_name(enum time_limit limit)
{
    return limits[limit].name;
}

static const char *meaning_of(enum time_limit limit)
{
    return limits[limit].meaning;
}

static const char *advice_of(const struct time_estimate *estimate, enum time_limit limit)
{
    if (limit == TIME_LIMIT_SPECIAL && estimate->converts)
        return "fewer conversions to and from f64, bit counts, and votes such as __match_any_sync";
    return limits[limit].advice;
}

/* Whether a unit takes longest but works far from its peak: requests wait for it. */
static bool waits_for_unit(const struct time_estimate *estimate)
{
    return estimate->limiter == TIME_LIMIT_LATENCY && estimate->slowest != TIME_LIMIT_LATENCY;
}

void time_sentence(const struct time_estimate *estimate, char *out, size_t capacity)
{
    char line[32] = "", busy[48] = "";
    bool waits = waits_for_unit(estimate);
    enum time_limit cause = waits ? estimate->slowest : estimate->limiter;
    if (estimate->limiter_line)
        snprintf(line, sizeof line, " (line %d)", estimate->limiter_line);
    if (!waits && estimate->busy[cause] > 0)
        snprintf(busy, sizeof busy, ", at %.0f %% of its peak", 100 * fmin(1, estimate->busy[cause]));
    snprintf(out, capacity, "Limited by %s%s%s%s; without that alone it would take %.0f %% of the time: %s",
             waits ? "waiting, with no unit near its peak; what is waited for longest is " : "", meaning_of(cause),
             line, busy, 100 / estimate->worth, advice_of(estimate, cause));
    size_t used = strnlen(out, capacity);
    if (!waits && estimate->slowest != estimate->limiter && used < capacity)
        snprintf(out + used, capacity - used, "; it is held up by %s: %s", meaning_of(estimate->slowest),
                 advice_of(estimate, estimate->slowest));
}
