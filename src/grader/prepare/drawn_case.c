/* Draws the sizes of a case from the seed. */
#include "grader/prepare/drawn_case.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/random.h"
#include "grader/prepare/cases.h"
#include "grader/value/scope.h"

enum {
    DRAW_ATTEMPTS = 16,
    DRAWN_ELEMENTS_MAX = 1 << 18,
    STREAM_TEMPLATE = 100,
    STREAM_SIZE = 200,
    STREAM_LARGE = 400,
    STREAM_SCALAR = 600,
    STREAM_GATE = 700,
    STREAM_BEYOND = 900
};

struct name_search {
    const char *name;
    bool found;
};

static void visit_name(void *context, const char *name)
{
    struct name_search *search = context;
    search->found = search->found || !strcmp(search->name, name);
}

bool drawn_case_is_size(const struct exercise *exercise, const char *name)
{
    struct name_search search = {.name = name};
    for (size_t i = 0; i < exercise->parameter_count; i++)
        for (int axis = 0; axis < exercise->parameters[i].rank; axis++)
            expression_visit_names(exercise->parameters[i].shape[axis], visit_name, &search);
    return search.found;
}

static bool case_integer(const struct exercise_case *given, const char *name, int64_t *out_value)
{
    struct scope scope = {.values = given->values, .value_count = given->value_count};
    struct value value;
    if (!scope_find(&scope, name, &value) || value.is_real)
        return false;
    *out_value = value.integer;
    return true;
}

struct size_range {
    int64_t least, largest, divisor;
};

static int64_t common_divisor(int64_t left, int64_t right)
{
    while (right) {
        int64_t rest = left % right;
        left = right;
        right = rest;
    }
    return left < 0 ? -left : left;
}

/* False: a case lacks the value, or all have the same. */
static bool size_range(const struct exercise *exercise, const char *name, struct size_range *out_range)
{
    struct size_range range = {INT64_MAX, INT64_MIN, 0};
    for (size_t i = 0; i < exercise->case_count; i++) {
        int64_t value;
        if (!case_integer(&exercise->cases[i], name, &value))
            return false;
        range.least = value < range.least ? value : range.least;
        range.largest = value > range.largest ? value : range.largest;
        range.divisor = common_divisor(range.divisor, value);
    }
    int64_t gate;
    if (range.divisor && exercise->gate_case && case_integer(exercise->gate_case, name, &gate) &&
        gate % range.divisor == 0)
        range.largest = gate > range.largest ? gate : range.largest;
    *out_range = range;
    return range.least < range.largest && range.divisor > 0;
}

int64_t drawn_case_step(const struct exercise *exercise, const char *name)
{
    struct size_range range;
    return size_range(exercise, name, &range) ? range.divisor : 0;
}

/*
 * DRAWN_ANY draws small and large sizes equally often: first the order of magnitude, then the
 * number. DRAWN_LARGE keeps to the upper half, where a threshold could hide the most work.
 */
static int64_t draw_size(const struct size_range *range, enum drawn_kind kind, uint64_t seed, uint64_t stream,
                         uint64_t index)
{
    int64_t steps_least = range->least / range->divisor, steps_most = range->largest / range->divisor;
    int64_t span = steps_most - steps_least;
    if (kind == DRAWN_LARGE) {
        int64_t half = span / 2;
        return (steps_most - (int64_t)random_below_at(seed, stream, 2 * index + 1, (uint64_t)half + 1)) *
               range->divisor;
    }
    int bits = 64 - __builtin_clzll((uint64_t)span);
    uint64_t limit = UINT64_C(1) << (1 + random_below_at(seed, stream, 2 * index, (uint64_t)bits));
    uint64_t bound = limit < (uint64_t)span + 1 ? limit : (uint64_t)span + 1;
    return (steps_least + (int64_t)random_below_at(seed, stream, 2 * index + 1, bound)) * range->divisor;
}

bool drawn_case_always_equal(const struct exercise *exercise, const char *left, const char *right)
{
    for (size_t i = 0; i < exercise->case_count; i++) {
        int64_t a, b;
        if (!case_integer(&exercise->cases[i], left, &a) || !case_integer(&exercise->cases[i], right, &b) || a != b)
            return false;
    }
    return true;
}

/* The value of an earlier size that always equals this one. */
static bool tied_value(const struct exercise *exercise, const struct exercise_case *drawn, size_t index,
                       int64_t *out_value)
{
    for (size_t i = 0; i < index; i++) {
        if (drawn->values[i].value.is_real || !drawn_case_is_size(exercise, drawn->values[i].name) ||
            !drawn_case_always_equal(exercise, drawn->values[i].name, drawn->values[index].name))
            continue;
        *out_value = drawn->values[i].value.integer;
        return true;
    }
    return false;
}

static void set_integer(struct case_value *value, int64_t integer)
{
    value->value = (struct value){.integer = integer, .real = (double)integer};
}

static bool is_real_scalar(const struct exercise *exercise, const char *name)
{
    for (size_t i = 0; i < exercise->parameter_count; i++)
        if (!strcmp(exercise->parameters[i].name, name))
            return dtype_kind(exercise->parameters[i].dtype) == DTYPE_KIND_FLOAT;
    return false;
}

/*
 * The least and the largest of a number that is no size. False where a case lacks it or all have
 * the same.
 */
static bool real_range(const struct exercise *exercise, const char *name, double *out_least, double *out_largest)
{
    *out_least = INFINITY;
    *out_largest = -INFINITY;
    for (size_t i = 0; i < exercise->case_count; i++) {
        struct scope scope = {.values = exercise->cases[i].values, .value_count = exercise->cases[i].value_count};
        struct value value;
        if (!scope_find(&scope, name, &value))
            return false;
        double real = value.is_real ? value.real : (double)value.integer;
        *out_least = fmin(*out_least, real);
        *out_largest = fmax(*out_largest, real);
    }
    return *out_least < *out_largest;
}

/* A scalar that no shape names, such as a window or a temperature: between what the cases have. */
static void draw_scalar(const struct exercise *exercise, enum drawn_kind kind, uint64_t seed, uint64_t stream,
                        uint64_t index, struct case_value *value)
{
    struct size_range range;
    double least, largest;
    bool is_real = is_real_scalar(exercise, value->name);
    if (is_real && real_range(exercise, value->name, &least, &largest))
        value->value =
            (struct value){.is_real = true, .real = least + (largest - least) * random_uniform_at(seed, stream, index)};
    else if (!is_real && size_range(exercise, value->name, &range))
        set_integer(value, draw_size(&range, kind, seed, stream, index));
}

/* Whether any size was drawn. */
static bool draw_values(const struct exercise *exercise, enum drawn_kind kind, uint64_t seed, uint64_t attempt,
                        struct exercise_case *drawn)
{
    bool any = false;
    uint64_t first_stream = kind == DRAWN_LARGE ? STREAM_LARGE : STREAM_SIZE;
    for (size_t i = 0; i < drawn->value_count; i++) {
        struct case_value *value = &drawn->values[i];
        struct size_range range;
        int64_t tied;
        if (!drawn_case_is_size(exercise, value->name)) {
            draw_scalar(exercise, kind, seed, STREAM_SCALAR + attempt, i, value);
            continue;
        }
        if (!size_range(exercise, value->name, &range))
            continue;
        bool is_tied = tied_value(exercise, drawn, i, &tied);
        set_integer(value, is_tied ? tied : draw_size(&range, kind, seed, first_stream + attempt, i));
        any = true;
    }
    return any;
}

/* The largest power of two that divides a size and leaves at least `steps` steps of it. */
static int64_t step_of(int64_t size, int64_t steps)
{
    int64_t step = 1;
    while (size % (2 * step) == 0 && size / (2 * step) >= steps)
        step *= 2;
    return step;
}

/* Below it, a size is a shape of the problem rather than an extent. */
enum { EXTENT_LEAST = 64, EXTENT_FINE = 1024 };

/* Between a half and almost all of a size of the gate case. The size itself: it cannot shrink. */
static int64_t draw_gate_size(const struct exercise *exercise, const char *name, int64_t size, uint64_t seed,
                              uint64_t index)
{
    struct size_range range;
    if (size < EXTENT_LEAST || !size_range(exercise, name, &range))
        return size;
    int64_t step = step_of(size, size < EXTENT_FINE ? 4 : 8);
    if (step % range.divisor && range.divisor % step)
        return size;
    step = step > range.divisor ? step : range.divisor;
    int64_t steps = size / step, choices = steps / 2;
    if (choices < 1 || size % step)
        return size;
    return size - step * (1 + (int64_t)random_below_at(seed, STREAM_GATE, index, (uint64_t)choices));
}

static const char *drawn_name(const struct exercise_case *drawn, struct arena *arena)
{
    const char *name = cases_name(arena, drawn->values, drawn->value_count);
    return drawn->devices ? arena_printf(arena, "%s ranks=%d", name, drawn->devices) : name;
}

static struct exercise_case *drawn_gate(const struct exercise *exercise, uint64_t seed, struct arena *arena)
{
    const struct exercise_case *gate = exercise->gate_case;
    bool any = false;
    if (!gate || gate->init_count)
        return NULL;
    struct exercise_case *drawn = arena_memdup(arena, gate, sizeof *gate);
    drawn->values = arena_memdup(arena, gate->values, gate->value_count * sizeof *gate->values);
    for (size_t i = 0; i < drawn->value_count; i++) {
        struct case_value *value = &drawn->values[i];
        int64_t size = value->value.integer, tied;
        if (value->value.is_real || !drawn_case_is_size(exercise, value->name))
            continue;
        bool is_tied = tied_value(exercise, drawn, i, &tied);
        set_integer(value, is_tied ? tied : draw_gate_size(exercise, value->name, size, seed, i));
        any = any || value->value.integer != size;
    }
    drawn->name = drawn_name(drawn, arena);
    return any ? drawn : NULL;
}

static bool has_empty(const struct exercise *exercise, const struct exercise_case *drawn)
{
    for (size_t i = 0; i < drawn->value_count; i++)
        if (drawn_case_is_size(exercise, drawn->values[i].name) && drawn->values[i].value.integer == 0)
            return true;
    return false;
}

/* Between the largest size of all cases and three times as much. */
static int64_t draw_beyond(const struct size_range *range, uint64_t seed, uint64_t index)
{
    uint64_t steps = (uint64_t)(range->largest / range->divisor);
    return range->largest + range->divisor * (1 + (int64_t)random_below_at(seed, STREAM_BEYOND, index, 2 * steps));
}

/* One size is larger than in any case, and the others are as large as that allows. */
static struct exercise_case *drawn_beyond(const struct exercise *exercise, uint64_t seed, struct arena *arena)
{
    for (uint64_t attempt = 0; attempt < DRAW_ATTEMPTS; attempt++) {
        uint64_t own = random_at(seed, STREAM_BEYOND, attempt);
        struct exercise_case *drawn = drawn_case(exercise, DRAWN_ANY, own, arena);
        size_t chosen = drawn ? random_below_at(own, STREAM_BEYOND, 0, drawn->value_count) : 0;
        struct size_range range;
        uint64_t elements;
        if (!drawn || has_empty(exercise, drawn) || !drawn_case_is_size(exercise, drawn->values[chosen].name) ||
            !size_range(exercise, drawn->values[chosen].name, &range))
            continue;
        int64_t size = draw_beyond(&range, own, 1);
        for (size_t i = 0; i < drawn->value_count; i++)
            if (i == chosen || (drawn_case_is_size(exercise, drawn->values[i].name) &&
                                drawn_case_always_equal(exercise, drawn->values[i].name, drawn->values[chosen].name)))
                set_integer(&drawn->values[i], size);
        struct scope scope = {drawn->values, drawn->value_count, drawn->devices ? drawn->devices : exercise->devices};
        drawn->name = drawn_name(drawn, arena);
        if (scope_total_elements(&scope, exercise->parameters, exercise->parameter_count, &elements, NULL) &&
            elements <= DRAWN_ELEMENTS_MAX)
            return drawn;
    }
    return NULL;
}

struct exercise_case *drawn_case(const struct exercise *exercise, enum drawn_kind kind, uint64_t seed,
                                 struct arena *arena)
{
    if (kind == DRAWN_GATE)
        return drawn_gate(exercise, seed, arena);
    if (kind == DRAWN_BEYOND)
        return drawn_beyond(exercise, seed, arena);
    size_t pick = random_below_at(seed, STREAM_TEMPLATE, kind, exercise->case_count);
    struct exercise_case *drawn = ARENA_NEW(arena, struct exercise_case);
    *drawn = exercise->cases[pick];
    drawn->inits = NULL; /* they belong to the case's own sizes */
    drawn->init_count = 0;

    drawn->values = arena_memdup(arena, drawn->values, drawn->value_count * sizeof *drawn->values);
    for (uint64_t attempt = 0; attempt < DRAW_ATTEMPTS; attempt++) {
        struct scope scope = {drawn->values, drawn->value_count, drawn->devices ? drawn->devices : exercise->devices};
        uint64_t elements;
        if (!draw_values(exercise, kind, seed, attempt, drawn))
            return NULL;
        drawn->name = drawn_name(drawn, arena);
        if (scope_total_elements(&scope, exercise->parameters, exercise->parameter_count, &elements, NULL) &&
            elements <= DRAWN_ELEMENTS_MAX)
            return drawn;
    }
    return NULL;
}
