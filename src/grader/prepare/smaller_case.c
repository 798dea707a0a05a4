/* Finds a small case with a property of the timed one. */
#include "grader/prepare/smaller_case.h"

#include "grader/prepare/drawn_case.h"
#include "grader/value/scope.h"

enum { ORDINARY_ELEMENTS = 1024 };

struct search {
    const struct exercise *exercise;
    const struct job_case *timed;
    const struct exercise_case *ordinary; /* has the small numbers */
    const struct smaller_case_rules *rules;
    struct arena *arena;
    struct case_value *values; /* the smallest so far */
    bool *is_done;             /* of each value: it was made smaller, or cannot be */
    bool is_hopeless;          /* no case with the property is affordable */
    struct planned_case found;
};

static uint64_t elements_of(const struct exercise *exercise, const struct exercise_case *given)
{
    struct scope scope = {given->values, given->value_count, given->devices ? given->devices : exercise->devices};
    uint64_t elements = 0;
    bool is_known = scope_total_elements(&scope, exercise->parameters, exercise->parameter_count, &elements, NULL);
    return is_known ? elements : 0;
}

/* The smallest case with enough elements; the largest one, if none has. */
static const struct exercise_case *find_ordinary(const struct exercise *exercise)
{
    const struct exercise_case *found = &exercise->cases[0];
    uint64_t least = elements_of(exercise, found);
    for (size_t i = 1; i < exercise->case_count; i++) {
        uint64_t elements = elements_of(exercise, &exercise->cases[i]);
        bool is_better =
            least < ORDINARY_ELEMENTS ? elements > least : elements >= ORDINARY_ELEMENTS && elements < least;
        if (is_better) {
            found = &exercise->cases[i];
            least = elements;
        }
    }
    return found;
}

static int64_t ordinary_number(const struct search *search, size_t index)
{
    const struct case_value *timed = &search->timed->values[index];
    struct scope scope = {.values = search->ordinary->values, .value_count = search->ordinary->value_count};
    struct value value;
    bool is_there = scope_find(&scope, timed->name, &value) && !value.is_real;
    return is_there && value.integer < timed->value.integer ? value.integer : timed->value.integer;
}

/* Whether two sizes are equal in every case. */
static bool is_tied(const struct search *search, size_t one, size_t other)
{
    const char *left = search->timed->values[one].name, *right = search->timed->values[other].name;
    return one == other || (drawn_case_is_size(search->exercise, left) && drawn_case_is_size(search->exercise, right) &&
                            drawn_case_always_equal(search->exercise, left, right));
}

static bool is_first_of_ties(const struct search *search, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (is_tied(search, i, index))
            return false;
    return true;
}

/* The values so far, but with the number, also for sizes that equal it. */
static struct case_value *values_with(const struct search *search, size_t index, int64_t number)
{
    size_t count = search->timed->value_count;
    struct case_value *values = arena_memdup(search->arena, search->values, count * sizeof *values);
    for (size_t i = 0; i < count; i++)
        if (is_tied(search, i, index))
            values[i].value = (struct value){.integer = number, .real = (double)number};
    return values;
}

static bool try_case(struct search *search, struct case_value *values, int devices)
{
    struct planned_case planned;
    struct exercise_case given = {.values = values, .value_count = search->timed->value_count, .devices = devices};
    if (!cases_plan_smaller(search->exercise, &given, search->arena, &planned, NULL) ||
        !search->rules->has_property(search->rules->context, &planned.job))
        return false;
    search->values = values;
    search->found = planned;
    return true;
}

static bool try_number(struct search *search, size_t index, int64_t number)
{
    return try_case(search, values_with(search, index, number), search->timed->devices);
}

static int64_t halved(const struct search *search, size_t index, int times)
{
    int64_t step = drawn_case_step(search->exercise, search->timed->values[index].name);
    int64_t number = search->timed->values[index].value.integer >> times;
    return step ? number - number % step : 0;
}

/* Whether a case with the number is affordable, once all sizes that come later are ordinary. */
static bool may_become_affordable(const struct search *search, size_t index, int64_t number)
{
    struct case_value *values = values_with(search, index, number);
    struct job_case given = {
        .values = values, .value_count = search->timed->value_count, .devices = search->timed->devices};
    for (size_t i = 0; i < given.value_count; i++) {
        int64_t ordinary = ordinary_number(search, i);
        if (!search->is_done[i] && !is_tied(search, i, index) && !values[i].value.is_real)
            values[i].value = (struct value){.integer = ordinary, .real = (double)ordinary};
    }
    return search->rules->is_affordable(search->rules->context, &given);
}

/*
 * Halves a size as often as possible, by a binary search for the number of times. It must be halved
 * so often that a case can be affordable.
 */
static void halve(struct search *search, size_t index, int64_t ordinary)
{
    int most = 0, least = 0;
    while (halved(search, index, most + 1) > ordinary)
        most++;
    while (least < most && !may_become_affordable(search, index, halved(search, index, least)))
        least++;
    search->is_hopeless = least && !try_number(search, index, halved(search, index, least));
    while (least < most && !search->is_hopeless) {
        int middle = (least + most + 1) / 2;
        if (try_number(search, index, halved(search, index, middle)))
            least = middle;
        else
            most = middle - 1;
    }
}

static void make_smaller(struct search *search, size_t index)
{
    const struct case_value *timed = &search->timed->values[index];
    int64_t ordinary = ordinary_number(search, index);
    search->is_done[index] = true;
    if (timed->value.is_real || ordinary >= timed->value.integer || !is_first_of_ties(search, index))
        return;
    if (!try_number(search, index, ordinary) && drawn_case_is_size(search->exercise, timed->name))
        halve(search, index, ordinary);
}

/* The largest number that is left, since each test takes the longer, the larger its numbers are. */
static bool next_index(const struct search *search, size_t *out_index)
{
    const struct case_value *values = search->timed->values;
    bool found = false;
    for (size_t i = 0; i < search->timed->value_count; i++)
        if (!search->is_done[i] && (!found || values[i].value.integer > values[*out_index].value.integer)) {
            *out_index = i;
            found = true;
        }
    return found;
}

/* One device exchanges nothing. So the fewest of a case with several are tried. */
static void try_fewer_devices(struct search *search)
{
    const struct exercise *exercise = search->exercise;
    int fewest = search->timed->devices;
    for (size_t i = 0; i < exercise->case_count; i++)
        if (exercise->cases[i].devices > 1 && exercise->cases[i].devices < fewest)
            fewest = exercise->cases[i].devices;
    if (fewest < search->timed->devices)
        try_case(search, search->values, fewest);
}

bool smaller_case_find(const struct exercise *exercise, const struct job_case *timed,
                       const struct smaller_case_rules *rules, struct arena *arena, struct planned_case *out_case)
{
    struct search search = {.exercise = exercise,
                            .timed = timed,
                            .ordinary = find_ordinary(exercise),
                            .rules = rules,
                            .arena = arena,
                            .is_done = ARENA_ARRAY(arena, timed->value_count + 1, bool),
                            .values = timed->values};
    size_t index;
    while (!search.is_hopeless && next_index(&search, &index))
        make_smaller(&search, index);
    bool is_smaller = search.values != timed->values && !search.is_hopeless;
    if (is_smaller)
        try_fewer_devices(&search);
    *out_case = search.found;
    return is_smaller && rules->is_affordable(rules->context, &search.found.job);
}
