/* An estimate in words: the names of its limits, and the told sentence about the limiter. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "base/told.h"
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

bool time_limit_is_of_memory(enum time_limit limit)
{
    return limit == TIME_LIMIT_L1_MISS || limit == TIME_LIMIT_L2 || limit == TIME_LIMIT_L2_STORE ||
           limit == TIME_LIMIT_DRAM;
}

static const char *meaning_of(const struct time_estimate *estimate, enum time_limit limit)
{
    if (estimate->cause.is_of_spills && limit == estimate->cause.slowest && time_limit_is_of_memory(limit))
        return N_("registers that spill to local memory");
    bool is_of_stack = limit == TIME_LIMIT_L2_STORE && limit == estimate->cause.slowest && estimate->cause.is_of_stack;
    return is_of_stack ? N_("stores to local memory") : limits[limit].meaning;
}

static const char *advice_of(const struct time_estimate *estimate, enum time_limit limit)
{
    if (limit == TIME_LIMIT_SPECIAL && estimate->cause.converts)
        return N_("Use fewer conversions to and from f64, bit counts, and votes such as __match_any_sync.");
    bool is_of_memory = time_limit_is_of_memory(limit);
    if (is_of_memory && estimate->cause.is_of_spills)
        return N_("A thread needs more registers than it has. Keep fewer values at once, or allow more registers in "
                  "__launch_bounds__.");
    if (is_of_memory && estimate->cause.is_of_stack)
        return N_(
            "Local memory is the stack of a thread. Use loops instead of recursion, calls by name instead of virtual "
            "functions, and array indexes that are known at compile time.");
    if (limit == TIME_LIMIT_DRAM && estimate->cause.limiter == TIME_LIMIT_LATENCY)
        return N_("Use neighbouring addresses, or keep more loads in flight.");
    return limits[limit].advice;
}

/* Whether a unit takes longest but works far from its peak: requests wait for it. */
static bool waits_for_unit(const struct time_estimate *estimate)
{
    return estimate->cause.limiter == TIME_LIMIT_LATENCY && estimate->cause.slowest != TIME_LIMIT_LATENCY;
}

/* A sentence that grows at its end. */
struct growing {
    char *at;
    size_t left;
};

static void __attribute__((format(printf, 3, 4)))
add(struct growing *text, const char *template, const char *fields, ...)
{
    char filled[400];
    va_list arguments;
    va_start(arguments, fields);
    vsnprintf(filled, sizeof filled, fields, arguments);
    va_end(arguments);
    size_t length = told_print(text->at, text->left, template, "%s", filled);
    text->at += length;
    text->left -= length;
}

static void add_space(struct growing *text)
{
    if (text->left < 2)
        return;
    *text->at++ = ' ';
    *text->at = '\0';
    text->left--;
}

/* "Limited by DRAM bandwidth at line 12 (70 % of its peak)." */
static void add_limit(struct growing *text, const struct time_estimate *estimate)
{
    static const char *const templates[2][2] = {
        {N_("Limited by {cause}."), N_("Limited by {cause} at line {line}.")},
        {N_("Limited by {cause} ({percent} of its peak)."),
         N_("Limited by {cause} at line {line} ({percent} of its peak).")},
    };
    static const char *const waiting[] = {
        N_("Limited by latency: threads wait for {cause}, but no unit is near its peak."),
        N_("Limited by latency at line {line}: threads wait for {cause}, but no unit is near its peak."),
    };
    bool waits = waits_for_unit(estimate), has_line = estimate->cause.line != 0;
    double busy = estimate->busy[estimate->cause.limiter];
    char cause[200];
    told_print(cause, sizeof cause, meaning_of(estimate, waits ? estimate->cause.slowest : estimate->cause.limiter),
               "%s", "");
    add(text, waits ? waiting[has_line] : templates[busy > 0][has_line],
        "cause=%s" TOLD_AND "line=%d" TOLD_AND "percent=%.0f %%", cause, estimate->cause.line, 100 * fmin(1, busy));
}

/* With a unit that is busy but held up by another, the advice is about the other. */
void time_sentence(const struct time_estimate *estimate, char *out, size_t capacity)
{
    char factor[TEXT_FACTOR_BYTES];
    struct growing text = {out, capacity};
    bool is_held_up = !waits_for_unit(estimate) && estimate->cause.slowest != estimate->cause.limiter;
    add_limit(&text, estimate);
    add_space(&text);
    if (estimate->cause.worth >= WORTH_SAYING) {
        add(&text, N_("Without this limit: at most {factor}x as fast."), "factor=%s",
            text_format_factor(estimate->cause.worth, factor));
        add_space(&text);
    }
    if (is_held_up) {
        char cause[200];
        told_print(cause, sizeof cause, meaning_of(estimate, estimate->cause.slowest), "%s", "");
        add(&text, N_("It is held up by {cause}."), "cause=%s", cause);
        add_space(&text);
    }
    add(&text, advice_of(estimate, estimate->cause.slowest), "%s", "");
}
