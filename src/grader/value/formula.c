/* Finds the formula of a wrong number: see the header. */
#include "grader/value/formula.h"

#include <math.h>
#include <stdbool.h>

enum { INPUTS_MAX = 3 };

static const char symbols[] = "+-*/";

static double apply(char symbol, double left, double right)
{
    return symbol == '+' ? left + right : symbol == '-' ? left - right : symbol == '*' ? left * right : left / right;
}

/* Within a few roundings of a float. */
static bool is_same(double value, double got)
{
    return fabs(value - got) <= 1e-6 * fabs(got);
}

/* A float that few other numbers equal by chance. */
static bool is_telling(double value)
{
    return isfinite(value) && value != nearbyint(value) && fabs(value) > 1e-20;
}

struct search {
    const struct formula_term *inputs;
    size_t count;
    double got;
    struct arena *arena;
};

static const char *find_pair(const struct search *search)
{
    for (size_t i = 0; i < search->count * search->count; i++) {
        const struct formula_term *left = &search->inputs[i / search->count],
                                  *right = &search->inputs[i % search->count];
        for (const char *symbol = symbols; *symbol; symbol++)
            if (is_same(apply(*symbol, left->value, right->value), search->got))
                return arena_printf(search->arena, "%s %c %s", left->name, *symbol, right->name);
    }
    return NULL;
}

/* (a - a) and (a / a) are the same for all inputs. */
static bool cancels(char symbol, const struct formula_term *left, const struct formula_term *right)
{
    return left == right && (symbol == '-' || symbol == '/');
}

/* "(a + b) * c", or "c * (a + b)". */
static const char *with_third(const struct search *search, const struct formula_term *left, char inner,
                              const struct formula_term *right, const struct formula_term *third)
{
    double value = apply(inner, left->value, right->value);
    bool is_sum = inner == '+' || inner == '-';
    const char *text = arena_printf(search->arena, "%s %c %s", left->name, inner, right->name);
    const char *closed = arena_printf(search->arena, "(%s)", text);
    for (const char *outer = symbols; *outer; outer++) {
        bool is_outer_sum = *outer == '+' || *outer == '-';
        if (is_same(apply(*outer, value, third->value), search->got))
            return arena_printf(search->arena, "%s %c %s", is_sum && !is_outer_sum ? closed : text, *outer,
                                third->name);
        if (is_same(apply(*outer, third->value, value), search->got))
            return arena_printf(search->arena, "%s %c %s", third->name, *outer,
                                is_sum || !is_outer_sum ? closed : text);
    }
    return NULL;
}

static const char *find_triple(const struct search *search)
{
    const char *found = NULL;
    size_t count = search->count;
    for (size_t i = 0; i < count * count * count && !found; i++) {
        const struct formula_term *left = &search->inputs[i / count / count],
                                  *right = &search->inputs[i / count % count];
        for (const char *inner = symbols; *inner && !found; inner++)
            if (!cancels(*inner, left, right))
                found = with_third(search, left, *inner, right, &search->inputs[i % count]);
    }
    return found;
}

const char *formula_find(const struct formula_term *inputs, size_t count, double got, struct arena *arena)
{
    const struct search search = {inputs, count, got, arena};
    bool is_searched = count > 0 && count <= INPUTS_MAX && is_telling(got);
    for (size_t i = 0; i < count && is_searched; i++) {
        is_searched = is_telling(inputs[i].value);
        for (size_t j = 0; j < i; j++)
            is_searched &= fabs(inputs[i].value) != fabs(inputs[j].value);
    }
    for (size_t i = 0; i < count && is_searched; i++)
        if (is_same(inputs[i].value, got) || is_same(-inputs[i].value, got))
            return arena_printf(arena, got * inputs[i].value < 0 ? "-%s" : "%s", inputs[i].name);
    const char *pair = is_searched ? find_pair(&search) : NULL;
    return pair || !is_searched ? pair : find_triple(&search);
}
