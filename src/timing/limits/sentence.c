/* An estimate in words: the names of its limits, and the sentence about the limiter. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "timing/time_model.h"

/* A gain below this factor is not worth a sentence. */
#define WORTH_SAYING 1.02

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
        return "Use fewer conversions to and from f64, bit counts, and votes such as __match_any_sync.";
    if (limit == TIME_LIMIT_DRAM && estimate->limiter == TIME_LIMIT_LATENCY)
        return "Use neighbouring addresses, or keep more loads in flight.";
    return limits[limit].advice;
}

/* Whether a unit takes longest but works far from its peak: requests wait for it. */
static bool waits_for_unit(const struct time_estimate *estimate)
{
    return estimate->limiter == TIME_LIMIT_LATENCY && estimate->slowest != TIME_LIMIT_LATENCY;
}

/* " at line 12 (70 % of its peak)" */
static void write_place(const struct time_estimate *estimate, double busy, char *out, size_t capacity)
{
    char line[32] = "", peak[48] = "";
    if (estimate->limiter_line)
        snprintf(line, sizeof line, " at line %d", estimate->limiter_line);
    if (busy > 0)
        snprintf(peak, sizeof peak, " (%.0f %% of its peak)", 100 * fmin(1, busy));
    snprintf(out, capacity, "%s%s", line, peak);
}

/* With a unit that is busy but held up by another, the advice is about the other. */
void time_sentence(const struct time_estimate *estimate, char *out, size_t capacity)
{
    char place[96], gain[96] = "";
    bool waits = waits_for_unit(estimate), is_held_up = !waits && estimate->slowest != estimate->limiter;
    const char *cause = meaning_of(waits ? estimate->slowest : estimate->limiter);
    const char *advice = advice_of(estimate, estimate->slowest);
    write_place(estimate, waits ? 0 : estimate->busy[estimate->limiter], place, sizeof place);
    if (estimate->worth >= WORTH_SAYING)
        snprintf(gain, sizeof gain, " Without this limit: at most %.3gx as fast.", estimate->worth);
    if (waits)
        snprintf(out, capacity, "Limited by latency%s: threads wait for %s, but no unit is near its peak.%s %s", place,
                 cause, gain, advice);
    else if (is_held_up)
        snprintf(out, capacity, "Limited by %s%s.%s It is held up by %s. %s", cause, place, gain,
                 meaning_of(estimate->slowest), advice);
    else
        snprintf(out, capacity, "Limited by %s%s.%s %s", cause, place, gain, advice);
}
