#include "grader/case_relation_internal.h"

#include <inttypes.h>
#include <string.h>

enum { TELLING_CASES = 2 };

struct relation {
    const struct planned_cases *cases;
    const struct verdict *verdict;
    size_t value; /* index of the size that is looked at */
};

static int64_t size_of(const struct relation *relation, size_t index)
{
    return relation->cases->items[index].job.values[relation->value].value.integer;
}

static bool has_ran(const struct relation *relation, size_t index)
{
    return relation->verdict->cases[index].ran;
}

static bool is_right(const struct relation *relation, size_t index)
{
    return relation->verdict->cases[index].right;
}

static bool is_size(const struct planned_cases *cases, size_t value)
{
    for (size_t i = 0; i < cases->count; i++)
        if (value >= cases->items[i].job.value_count || cases->items[i].job.values[value].value.is_real ||
            cases->items[i].job.values[value].value.integer < 1)
            return false;
    return true;
}

/* A case with data of its own may be right or wrong because of that data: one at least on each side must have none. */
static bool is_told_by(const struct planned_cases *cases, const struct verdict *verdict, bool right)
{
    int count = 0, plain = 0;
    for (size_t i = 0; i < cases->count; i++) {
        if (!verdict->cases[i].ran || verdict->cases[i].right != right)
            continue;
        count++;
        plain += cases->items[i].job.init_count == 0;
    }
    return count >= TELLING_CASES && plain > 0;
}

static bool divides_exactly(const struct relation *relation, int64_t divisor)
{
    for (size_t i = 0; i < relation->cases->count; i++)
        if (has_ran(relation, i) && (size_of(relation, i) % divisor == 0) != is_right(relation, i))
            return false;
    return true;
}

static const char *say_divisor(const struct relation *relation, const char *name, struct arena *arena)
{
    for (int64_t divisor = 2; divisor <= 1024; divisor *= 2)
        if (divides_exactly(relation, divisor))
            return arena_printf(arena, "Right where %s is a multiple of %" PRId64 ", wrong where it is not.", name,
                                divisor);
    return NULL;
}

/* Sizes that are equal on both sides of the border would be no border. */
static const char *say_border(const struct relation *relation, const char *name, struct arena *arena)
{
    int64_t largest_right = 0, smallest_wrong = INT64_MAX;
    for (size_t i = 0; i < relation->cases->count; i++) {
        if (!has_ran(relation, i))
            continue;
        int64_t size = size_of(relation, i);
        if (is_right(relation, i) && size > largest_right)
            largest_right = size;
        if (!is_right(relation, i) && size < smallest_wrong)
            smallest_wrong = size;
    }
    if (largest_right >= smallest_wrong)
        return NULL;
    return arena_printf(arena, "Right up to %s = %" PRId64 ", wrong from %s = %" PRId64 " on.", name, largest_right,
                        name, smallest_wrong);
}

const char *case_relation(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena)
{
    static const char *(*const rules[])(const struct relation *, const char *, struct arena *) = {say_divisor,
                                                                                                  say_border};
    if (!is_told_by(cases, verdict, true) || !is_told_by(cases, verdict, false))
        return NULL;
    for (size_t rule = 0; rule < sizeof rules / sizeof *rules; rule++) {
        for (size_t value = 0; value < cases->items[0].job.value_count; value++) {
            struct relation relation = {cases, verdict, value};
            const char *text =
                is_size(cases, value) ? rules[rule](&relation, cases->items[0].job.values[value].name, arena) : NULL;
            if (text)
                return text;
        }
    }
    return NULL;
}
