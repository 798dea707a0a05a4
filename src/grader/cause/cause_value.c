/* Slips in sums, means, extremes and quotients. */
#include "grader/cause/cause_finder.h"
#include "grader/source/source_fold.h"
#include "grader/source/source_running.h"
#include "grader/source/source_shuffle.h"
#include "grader/source/source_slip.h"

struct sentence cause_value_compensation(const struct cause_search *search)
{
    struct source_running_lost found = source_running_lost(search->source, search->arena);
    enum sentence_id id = found.must_add ? SENTENCE_SLIP_LOST_SUBTRACTED : SENTENCE_SLIP_LOST_ADDED;
    return CAUSE_AT(search, id, found.line, {"lost", found.lost});
}

struct sentence cause_value_stale(const struct cause_search *search)
{
    struct source_running_stale found = {0};
    if (cause_wrong_value(search))
        found = source_running_stale(search->source, search->arena);
    return CAUSE_AT(search, SENTENCE_SLIP_STALE, found.line, {"difference", found.difference},
                    {"variable", found.variable}, {"set_line", phrase_integer(search->arena, found.set_line)});
}

/* It can cause any wrong value. */
struct sentence cause_value_division(const struct cause_search *search)
{
    struct source_slip_division found = {0};
    struct source_slip_unfilled planned = {0};
    if (search->evidence->wrong) {
        found = source_slip_division(search->source, search->arena);
        planned = source_slip_plan_division(search->source, search->arena);
    }
    if (planned.line && !found.line)
        return CAUSE_AT(search, SENTENCE_SLIP_PLAN_DIVISION, planned.line, {"division", planned.name});
    return CAUSE_AT(search, SENTENCE_SLIP_DIVISION, found.line, {"division", found.text},
                    {"value", phrase_count(search->arena, found.value)});
}

/* The 0 itself is the result: it is less than each number, or larger. */
/* Whether no case has a wrong value that is not 0: such a value comes from something else. */
static bool all_are_zero(const struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->case_count; i++) {
        const struct case_verdict *given = &verdict->cases[i];
        for (size_t j = 0; given->wrong_count && j < given->wrong[0].first_count; j++)
            if (given->wrong[0].first[j].got != 0)
                return false;
    }
    return true;
}

struct sentence cause_value_from_zero(const struct cause_search *search)
{
    const struct wrong_element *first = cause_wrong_value(search);
    bool is_zero = first && first->got == 0 && all_are_zero(search->verdict);
    if (!is_zero || !(first->expected < 0 || first->expected > 0))
        return (struct sentence){0};
    bool is_largest = first->expected < 0;
    const char *buffer = search->evidence->wrong->parameter;
    int line = source_fold_from_zero(search->source, is_largest, search->arena);
    if (line)
        return CAUSE_AT(search, is_largest ? SENTENCE_SLIP_LARGEST_FROM_ZERO : SENTENCE_SLIP_LEAST_FROM_ZERO, line,
                        {"", ""});
    line = source_fold_atomic(search->source, is_largest, buffer);
    return CAUSE_AT(search, is_largest ? SENTENCE_SLIP_ATOMIC_MAX_FROM_ZERO : SENTENCE_SLIP_ATOMIC_MIN_FROM_ZERO, line,
                    {"buffer", buffer});
}

struct sentence cause_value_deviation(const struct cause_search *search)
{
    struct source_fold_deviation found = source_fold_deviation(search->source, search->arena);
    int line = cause_wrong_value(search) ? found.line : 0;
    return CAUSE_AT(search, SENTENCE_SLIP_DEVIATION, line, {"mean", found.mean});
}

struct sentence cause_value_part(const struct cause_search *search)
{
    struct source_fold_part found = {0};
    if (cause_wrong_value(search))
        found = source_fold_part(search->source, search->arena);
    return CAUSE_AT(search, SENTENCE_SLIP_OWN_PART, found.line, {"variable", found.variable},
                    {"loop_line", phrase_integer(search->arena, found.loop_line)});
}

struct sentence cause_value_tree(const struct cause_search *search)
{
    struct source_fold_tree found = {0};
    if (cause_wrong_value(search))
        found = source_fold_tree(search->source, search->arena);
    enum sentence_id id = found.size ? SENTENCE_SLIP_TREE_BEGINS : SENTENCE_SLIP_TREE_ENDS;
    return CAUSE_AT(search, id, found.line, {"array", found.array},
                    {"first", phrase_integer(search->arena, found.first)},
                    {"size", phrase_integer(search->arena, (int64_t)found.size)},
                    {"half", phrase_integer(search->arena, (int64_t)found.size / 2)});
}

struct sentence cause_value_divisor(const struct cause_search *search)
{
    int line = cause_wrong_value(search) ? source_fold_divisor(search->source) : 0;
    return CAUSE_AT(search, SENTENCE_SLIP_DIVISOR, line, {"", ""});
}

struct sentence cause_value_shuffle(const struct cause_search *search)
{
    struct source_shuffle_step found = {0};
    if (cause_wrong_value(search))
        found = source_shuffle_step(search->source, search->arena);
    return CAUSE_AT(search, found.step ? SENTENCE_SLIP_SHUFFLE_STEP : SENTENCE_SLIP_SHUFFLE_UNUSED, found.line,
                    {"variable", found.variable}, {"step", found.step ? found.step : ""});
}
